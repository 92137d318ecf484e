import { createHash } from 'node:crypto'
import type { Client } from 'viem'
import { ArchiveError } from '../../errors/ArchiveError.ts'
import {
  coveredBlocks,
  filterOf,
  type ArchiveFile,
  type ArchiveManifest,
} from '../../logs/archive/ArchiveManifest.ts'
import { clipSegment } from '../../logs/columns/clipSegment.ts'
import type { LogSegment } from '../../logs/columns/LogSegment.ts'
import { selectRows } from '../../logs/columns/selectRows.ts'
import { countBlocks } from '../../logs/intervals.ts'
import { bufferFile, ParquetFile, type ParquetTail } from '../../logs/parquet/ParquetFile.ts'
import { readSlices } from '../../logs/parquet/readSlices.ts'
import { ArchiveFolder } from './ArchiveFolder.ts'
import { compareBlocks, samplesOf } from './compareBlocks.ts'
import { confirmOnChain } from './confirmOnChain.ts'
import { encodeLogs, type EncodedLogs } from './encodeArchiveFile.ts'
import type { FileKey } from './SegmentBytes.ts'
import type { VerifyArchiveOptions, VerifyArchiveResult } from './VerifyArchiveOptions.ts'
import { verifyHosted } from './verifyHosted.ts'

/**
 * Checks an archive in a folder: hashes, the order of the logs, the keys, the words, and that adjacent files are of one
 * chain. With a client, also the files' last blocks (`eth_getBlockByNumber`), and all logs of some
 * blocks (`eth_getLogs`).
 *
 * Given the URL of a published manifest, checks whether the server answers as readers need it (ranges, CORS, age of the
 * manifest), and the hashes of the keys, of each file's index and of one of its pages. Does not download whole files, except
 * for `samples`.
 *
 * @throws {@link ArchiveError} if there is no manifest, or it cannot be used; {@link NodeError} if no endpoint
 * answers; the signal's reason when it fires.
 *
 * @example
 * const { problems } = await verifyArchive('archive', { client })
 * await verifyArchive('https://logs.example.org/xone/manifest.json', { client, samples: 1 })
 */
export async function verifyArchive(
  folder: string,
  options: VerifyArchiveOptions = {},
): Promise<VerifyArchiveResult> {
  if (/^https?:/i.test(folder)) return verifyHosted(folder, options)
  const { client, publicKey, samples = 3, signal, onProgress } = options
  const archive = new ArchiveFolder(folder)
  const manifest = await archive.readManifest()
  if (!manifest) throw archive.fail('has no manifest.json')
  const { files } = manifest
  const problems: string[] = []
  const found = () => [...new Set(problems)]
  const signatureProblem = publicKey && (await archive.findSignatureProblem(publicKey))
  if (signatureProblem) problems.push(archive.fail(signatureProblem).shortMessage)
  const keys = await archive.readKeys(manifest).catch((error: unknown) => {
    problems.push(problemOf(error))
    return undefined
  })
  let compared = 0n
  let failure: Error | undefined
  /** Asks nodes. If none answers, the files are still checked. */
  async function ask<result>(otherwise: result, work: (client: Client) => Promise<result>): Promise<result> {
    if (!client || failure) return otherwise
    try {
      return await work(client)
    } catch (error) {
      signal?.throwIfAborted()
      failure = error as Error
      return otherwise
    }
  }
  const onChain = await ask<readonly ArchiveFile[]>([], (nodes) =>
    confirmOnChain(nodes, manifest, problems, signal),
  )
  for (const [at, file] of files.entries()) {
    signal?.throwIfAborted()
    problems.push(...chainProblems(files[at - 1], file))
    try {
      const logs = await archive.readLogs(file)
      const expected = encodeLogs(logs, { words: file.words !== undefined })
      problems.push(...logProblems(logs, file, { manifest, keys: keys?.[at], expected }))
      problems.push(...(await wordProblems(archive, file, expected)))
      for (const blocks of onChain.includes(file) ? samplesOf(file, samples) : []) {
        const held = [...clipSegment(logs, blocks)]
        const differences = await ask(undefined, (nodes) =>
          compareBlocks(nodes, { held, blocks, manifest, signal }),
        )
        if (!differences) break
        problems.push(...differences)
        compared += countBlocks([blocks])
      }
    } catch (error) {
      problems.push(problemOf(error))
    }
    onProgress?.({ files: at + 1, of: files.length, problems: found() })
  }
  if (failure) throw failure
  return {
    problems: found(),
    files: files.length,
    logs: files.reduce((sum, { rows }) => sum + rows, 0),
    blocks: countBlocks(coveredBlocks(manifest)),
    compared,
  }
}

function chainProblems(before: ArchiveFile | undefined, file: ArchiveFile): readonly string[] {
  const isNext = before && before.toBlock + 1 === file.fromBlock
  return isNext && before.lastBlockHash !== file.parentHash
    ? [`${file.path} does not continue ${before.path}: their hashes differ.`]
    : []
}

function logProblems(
  logs: LogSegment,
  file: ArchiveFile,
  {
    manifest,
    keys,
    expected,
  }: { manifest: ArchiveManifest; keys: readonly FileKey[] | undefined; expected: EncodedLogs },
): readonly string[] {
  const problems: string[] = []
  if (selectRows(logs, filterOf(manifest)).length < logs.length)
    problems.push(`${file.path} has logs that the archive's filter leaves out.`)
  const last = logs.findBlock(BigInt(file.toBlock))
  if (last < logs.length && logs.blockHash(last) !== file.lastBlockHash)
    problems.push(
      `${file.path} has logs of block ${file.toBlock} whose hash differs from that in the manifest.`,
    )
  // The same logs always give the same keys.
  if (keys && textOf(keys) !== textOf(expected.keys))
    problems.push(`${file.path} has other logs than the keys state.`)
  return problems
}

async function wordProblems(
  archive: ArchiveFolder,
  { path, words }: ArchiveFile,
  expected: EncodedLogs,
): Promise<readonly string[]> {
  if (!words) return []
  const bytes = await archive.readPart(words)
  const held = await digestWords({ bytes, indexStart: words.indexStart }).catch(() => undefined)
  return held !== undefined && expected.words && held === (await digestWords(expected.words))
    ? []
    : [`${words.path} has other words than the logs of ${path}.`]
}

/** Hashes only the entries: other bytes depend on the release that wrote them. */
async function digestWords({ bytes, indexStart }: ParquetTail): Promise<string> {
  const file = new ParquetFile(bufferFile(bytes), { bytes: bytes.subarray(indexStart), indexStart })
  const digest = createHash('sha256')
  for await (const { hash, row } of readSlices(file, [{ from: 0, to: file.rows }], ['hash', 'row']))
    if (hash instanceof Float64Array && row instanceof Float64Array) digest.update(hash).update(row)
  return digest.digest('hex')
}

function textOf(keys: readonly FileKey[]): string {
  return JSON.stringify(
    keys.map((key) => [
      Buffer.from(key.address).toString('hex'),
      key.topic0 && Buffer.from(key.topic0).toString('hex'),
      key.firstRow,
      key.rows,
      String(key.fromBlock),
      String(key.toBlock),
    ]),
  )
}

/** The problem that an error states. Rethrows errors that are not about the archive. */
function problemOf(error: unknown): string {
  if (error instanceof ArchiveError) return error.shortMessage
  throw error
}
