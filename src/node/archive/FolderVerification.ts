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
import { bufferFile, ParquetFile } from '../../logs/parquet/ParquetFile.ts'
import { readSlices } from '../../logs/parquet/readSlices.ts'
import type { ArchiveFolder } from './ArchiveFolder.ts'
import { compareBlocks, samplesOf } from './compareBlocks.ts'
import { confirmOnChain } from './confirmOnChain.ts'
import { encodeLogs, type EncodedLogs } from './encodeArchiveFile.ts'
import type { FileKey } from './SegmentBytes.ts'
import type { VerifyArchiveOptions, VerifyArchiveResult } from './VerifyArchiveOptions.ts'

/** Checks the files of an archive in a folder, and some of their logs with nodes, and collects the problems. */
export class FolderVerification {
  readonly #archive: ArchiveFolder
  readonly #manifest: ArchiveManifest
  readonly #options: VerifyArchiveOptions
  readonly #problems: string[] = []
  /** How many blocks were compared with nodes. */
  #compared = 0n
  /** Why no node is asked any more. */
  #failure: Error | undefined

  constructor(archive: ArchiveFolder, manifest: ArchiveManifest, options: VerifyArchiveOptions) {
    this.#archive = archive
    this.#manifest = manifest
    this.#options = options
  }

  async run(): Promise<VerifyArchiveResult> {
    const { signal, onProgress } = this.#options
    const { files } = this.#manifest
    await this.#verifySignature()
    const keys = await this.#readKeys()
    const onChain = await this.#ask<readonly ArchiveFile[]>([], (client) =>
      confirmOnChain(client, this.#manifest, this.#problems, signal),
    )
    for (const [at, file] of files.entries()) {
      signal?.throwIfAborted()
      this.#problems.push(...chainProblems(files[at - 1], file))
      await this.#verifyFile(file, keys?.[at], onChain.includes(file))
      onProgress?.({ files: at + 1, of: files.length, problems: this.#found() })
    }
    if (this.#failure) throw this.#failure
    return {
      problems: this.#found(),
      files: files.length,
      logs: files.reduce((sum, { rows }) => sum + rows, 0),
      blocks: countBlocks(coveredBlocks(this.#manifest)),
      compared: this.#compared,
    }
  }

  async #verifySignature(): Promise<void> {
    const { publicKey } = this.#options
    const problem = publicKey && (await this.#archive.findSignatureProblem(publicKey))
    if (problem) this.#problems.push(this.#archive.fail(problem).shortMessage)
  }

  async #readKeys(): Promise<readonly (readonly FileKey[])[] | undefined> {
    try {
      return await this.#archive.readKeys(this.#manifest)
    } catch (error) {
      this.#problems.push(problemOf(error))
      return undefined
    }
  }

  async #verifyFile(
    file: ArchiveFile,
    keys: readonly FileKey[] | undefined,
    isOnChain: boolean,
  ): Promise<void> {
    try {
      const logs = await this.#archive.readLogs(file)
      const expected = encodeLogs(logs, { words: file.words !== undefined })
      this.#problems.push(...logProblems(logs, file, { manifest: this.#manifest, keys, expected }))
      this.#problems.push(...(await wordProblems(this.#archive, file, expected)))
      if (isOnChain) await this.#compare(logs, file)
    } catch (error) {
      this.#problems.push(problemOf(error))
    }
  }

  /** Compares some blocks of a file with nodes. */
  async #compare(logs: LogSegment, file: ArchiveFile): Promise<void> {
    const { samples = 3, signal } = this.#options
    for (const blocks of samplesOf(file, samples)) {
      const held = [...clipSegment(logs, blocks)]
      const differences = await this.#ask(undefined, (client) =>
        compareBlocks(client, { held, blocks, manifest: this.#manifest, signal }),
      )
      if (!differences) return
      this.#problems.push(...differences)
      this.#compared += countBlocks([blocks])
    }
  }

  /** Asks nodes. If none answers, the files are still checked. */
  async #ask<result>(otherwise: result, work: (client: Client) => Promise<result>): Promise<result> {
    const { client, signal } = this.#options
    if (!client || this.#failure) return otherwise
    try {
      return await work(client)
    } catch (error) {
      signal?.throwIfAborted()
      this.#failure = error as Error
      return otherwise
    }
  }

  #found(): readonly string[] {
    return [...new Set(this.#problems)]
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
async function digestWords({
  bytes,
  indexStart,
}: {
  bytes: Uint8Array
  indexStart: number
}): Promise<string> {
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
