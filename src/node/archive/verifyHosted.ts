import { ArchiveError } from '../../errors/ArchiveError.ts'
import { ArchiveHost, manifestAdvice } from '../../logs/archive/ArchiveHost.ts'
import { parseKeys, type ArchiveKeys } from '../../logs/archive/ArchiveKeys.ts'
import {
  archiveParts,
  coveredBlocks,
  filterOf,
  maxManifestBytes,
  parseManifest,
  type ArchiveManifest,
  type ArchivePart,
} from '../../logs/archive/ArchiveManifest.ts'
import { RangeFile } from '../../logs/archive/RangeFile.ts'
import { readFile, type FileRead } from '../../logs/archive/readFile.ts'
import { readSelection } from '../../logs/columns/LogSelection.ts'
import { countBlocks } from '../../logs/intervals.ts'
import type { RawLog } from '../../logs/Log.ts'
import { compareBlocks, samplesOf } from './compareBlocks.ts'
import { confirmOnChain } from './confirmOnChain.ts'
import type { VerifyArchiveOptions, VerifyArchiveResult } from './VerifyArchiveOptions.ts'

/** Seconds that replaced files stay: an older manifest may name files that are gone. */
const maxManifestAge = 3_600
/** Milliseconds that the server may take to answer. */
const timeout = 20_000
/** The origin of a page on another site. */
const origin = 'https://topic0.example'

/** Checks a published archive as readers see it: the server's answers, and the hashes of all indexes and some pages. */
export async function verifyHosted(
  url: string,
  { client, publicKey, samples = 0, signal, onProgress }: VerifyArchiveOptions,
): Promise<VerifyArchiveResult> {
  if (!URL.canParse(url)) throw new ArchiveError(url, 'has no valid URL', { advice: manifestAdvice })
  const host = new ArchiveHost({ url, publicKey })
  const manifest = parseManifest(await host.readManifest(maxManifestBytes, signal))
  if (typeof manifest === 'string') throw host.failManifest(manifest)
  const problems: string[] = []
  const found = () => [...new Set(problems)]
  const collect = async <result>(work: Promise<result>): Promise<result | undefined> =>
    work.catch((error: unknown) => {
      signal?.throwIfAborted()
      if (!(error instanceof ArchiveError)) throw error
      problems.push(error.shortMessage)
      return undefined
    })
  problems.push(...((await collect(serverProblems(host, url, manifest, signal))) ?? []))
  const keys = await collect(readKeys(host, manifest, signal))
  const parts = archiveParts(manifest)
  const report = (files: number) => onProgress?.({ files, of: parts.length, problems: found() })
  for (const [at, part] of parts.entries()) {
    signal?.throwIfAborted()
    await collect(readPage(host, part, signal))
    report(at + 1)
  }
  const onChain = client ? await confirmOnChain(client, manifest, problems, signal) : []
  report(parts.length)
  let compared = 0n
  for (const file of onChain) {
    const runs = keys?.[manifest.files.indexOf(file)]
    if (!client || !runs) continue
    for (const blocks of samplesOf(file, samples)) {
      const held = await collect(readBlocks(host, { file, runs, blocks, filter: filterOf(manifest) }, signal))
      if (!held) continue
      problems.push(...(await compareBlocks(client, { held, blocks, manifest, signal })))
      compared += countBlocks([blocks])
      report(parts.length)
    }
  }
  return {
    problems: found(),
    files: manifest.files.length,
    logs: manifest.files.reduce((sum, { rows }) => sum + rows, 0),
    blocks: countBlocks(coveredBlocks(manifest)),
    compared,
  }
}

async function readKeys(
  host: ArchiveHost,
  manifest: ArchiveManifest,
  signal: AbortSignal | undefined,
): Promise<ArchiveKeys> {
  const bytes = await host.readWhole(manifest.keys, signal)
  const keys = await parseKeys(bytes, manifest).catch(() => undefined)
  if (!keys) throw host.fail('has damaged keys')
  return keys
}

/** All logs of some blocks of a file. */
async function readBlocks(
  host: ArchiveHost,
  read: Pick<FileRead, 'file' | 'runs' | 'blocks' | 'filter'>,
  signal: AbortSignal | undefined,
): Promise<readonly RawLog[]> {
  const runs = read.runs.select(read.filter, read.blocks)
  const logs: RawLog[] = []
  for await (const { selection } of readFile(host, { ...read, runs, order: 'asc', limit: undefined }, signal))
    for (const log of readSelection(selection)) logs.push(log)
  return logs
}

/** Reads the index of a file and a random page of it, and compares both with their hashes. */
async function readPage(
  host: ArchiveHost,
  part: ArchivePart,
  signal: AbortSignal | undefined,
): Promise<void> {
  await host.readIndex(part)
  if (part.indexStart === 0) return
  const at = Math.floor(Math.random() * part.indexStart)
  await new RangeFile(host, part, signal).slice(at, at + 1)
}

/** What the server lacks that browsers and readers need, besides the right bytes. */
async function serverProblems(
  host: ArchiveHost,
  url: string,
  { keys }: ArchiveManifest,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const send = async (to: URL, headers: Readonly<Record<string, string>>, method = 'GET') => {
    const limit = AbortSignal.timeout(timeout)
    const response = await fetch(to, {
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      method,
      headers: { origin, ...headers },
      redirect: 'manual',
    }).catch((error: unknown) => {
      signal?.throwIfAborted()
      throw host.fail(`does not answer ${method} requests`, error)
    })
    await response.body?.cancel()
    return response
  }
  const { name } = host
  const file = new URL(keys.path, url)
  const range = 'bytes=0-9'
  const [manifest, part, preflight] = await Promise.all([
    send(new URL(url), {}),
    send(file, { range }),
    send(
      file,
      { 'access-control-request-method': 'GET', 'access-control-request-headers': 'range' },
      'OPTIONS',
    ),
  ])
  const problems: string[] = []
  const [, age] = /max-age=(\d+)/.exec(manifest.headers.get('cache-control') ?? '') ?? []
  if (Number(age ?? 0) >= maxManifestAge)
    problems.push(
      `${name} lets browsers cache the manifest for ${age} seconds: send cache-control: max-age=30, must-revalidate.`,
    )
  const isOpen = ({ headers }: Response) =>
    ['*', origin].includes(headers.get('access-control-allow-origin') ?? '')
  if (!isOpen(manifest) || !isOpen(part))
    problems.push(`${name} does not let pages of other sites read: send access-control-allow-origin: *.`)
  const allowed = (preflight.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/\s*,\s*/)
  if (!preflight.ok || !isOpen(preflight) || !allowed.some((header) => header === 'range' || header === '*'))
    problems.push(
      `${name} does not let pages of other sites read parts: answer OPTIONS with access-control-allow-headers: range.`,
    )
  if (part.headers.has('content-encoding'))
    problems.push(`${name} compresses files, so ranges select the wrong bytes: turn compression off.`)
  return problems
}
