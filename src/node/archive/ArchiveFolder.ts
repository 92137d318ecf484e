import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hexToBytes } from 'viem'
import { ArchiveError } from '../../errors/ArchiveError.ts'
import { parseKeys } from '../../logs/archive/ArchiveKeys.ts'
import {
  parseManifest,
  archiveParts,
  type ArchiveFile,
  type ArchiveManifest,
  type ArchivePart,
} from '../../logs/archive/ArchiveManifest.ts'
import { findSignatureProblem } from '../../logs/archive/manifestSignature.ts'
import { decodeFile } from '../../logs/archive/readRows.ts'
import type { LogSegment } from '../../logs/columns/LogSegment.ts'
import { encodeKeys, encodeLogs, type EncodedFile } from './encodeArchiveFile.ts'
import type { ManifestSigner } from './ManifestSigner.ts'
import type { FileKey } from './SegmentBytes.ts'
import { withFileLock } from './withFileLock.ts'

/** Milliseconds before replaced files are removed: readers may still use an older manifest. */
const grace = 3_600_000
/** The names of files that {@link ArchiveFolder.removeStale} may remove: an archive's files, drafts, and locks of `withFileLock`. */
const ownName = /^(?:[\w-]+-[0-9a-f]{16}\.parquet|(?:[0-9a-f-]{36}|unknown)\.(?:new|lock))$/

/** An archive in a folder. Every file is first written under a temporary name, and the manifest last. */
export class ArchiveFolder {
  readonly path: string
  readonly #signer: ManifestSigner | undefined

  /** @param signer Signs new manifests. */
  constructor(path: string, signer?: ManifestSigner) {
    this.path = path
    this.#signer = signer
  }

  /** Whether a manifest lacks the signature that it should have. */
  isUnsigned({ signature }: Pick<ArchiveManifest, 'signature'>): boolean {
    return this.#signer !== undefined && signature === undefined
  }

  /**
   * Checks that a signed manifest has the signature of the key that will sign the next one. Otherwise the key would vouch
   * for files that someone else has replaced.
   *
   * @throws {@link ArchiveError}
   */
  async checkSigner({ signature }: Pick<ArchiveManifest, 'signature'>): Promise<void> {
    if (signature === undefined) return
    if (!this.#signer)
      throw new ArchiveError(this.path, 'is signed', { advice: 'Pass its key: --sign KEYFILE.' })
    const problem = await this.findSignatureProblem(this.#signer.publicKey)
    if (problem !== undefined)
      throw new ArchiveError(this.path, problem, {
        advice:
          'Check where the folder comes from. To sign it with another key, remove `signature` from its manifest.json.',
      })
  }

  /** The problem of the manifest's signature, if any. */
  async findSignatureProblem(publicKey: string): Promise<string | undefined> {
    return findSignatureProblem(await readFile(join(this.path, 'manifest.json')), publicKey)
  }

  /** An error whose message names the folder, then the problem. */
  fail(problem: string, cause?: unknown): ArchiveError {
    return new ArchiveError(this.path, problem, { cause })
  }

  /** @throws {@link ArchiveError} if there is a manifest that cannot be used. */
  async readManifest(): Promise<ArchiveManifest | undefined> {
    let text: string
    try {
      text = await readFile(join(this.path, 'manifest.json'), 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
    const manifest = parseManifest(text)
    if (typeof manifest === 'string') throw this.fail(manifest)
    return manifest
  }

  /** Reads a file, and compares it with its hash. */
  async readPart({ path, bytes, sha256 }: ArchivePart): Promise<Uint8Array> {
    const content = await readFile(join(this.path, path)).catch((error: unknown) => {
      throw this.fail(`lacks ${path}`, error)
    })
    if (content.length !== bytes || hashOf(content) !== sha256) throw this.fail(`has other bytes in ${path}`)
    return content
  }

  /** @throws {@link ArchiveError} if the file is not what the manifest states. */
  async readLogs(file: ArchiveFile): Promise<LogSegment> {
    const bytes = await this.readPart(file)
    const logs = await decodeFile(bytes, file).catch((error: unknown) => {
      throw this.fail(`has a damaged file, ${file.path}`, error)
    })
    if (!logs) throw this.fail(`has other logs in ${file.path} than its manifest states`)
    return logs
  }

  /** The keys of each file. @throws {@link ArchiveError} if they are damaged. */
  async readKeys(manifest: ArchiveManifest): Promise<readonly (readonly FileKey[])[]> {
    const bytes = await this.readPart(manifest.keys)
    const keys = await parseKeys(bytes, manifest).catch(() => undefined)
    if (!keys) throw this.fail('has damaged keys')
    return keys.map((runs) =>
      Array.from({ length: runs.length }, (_, run) => {
        const topic0 = runs.topic0(run)
        const rows = runs.rows(run)
        const blocks = runs.blocks(run)
        return {
          address: hexToBytes(runs.address(run)),
          topic0: topic0 && hexToBytes(topic0),
          firstRow: rows.from,
          rows: rows.to - rows.from,
          fromBlock: blocks.from,
          toBlock: blocks.to,
        }
      }),
    )
  }

  /** Writes logs as a file, with an index of words if `hasWords`. */
  async writeLogs(
    logs: LogSegment,
    file: Pick<ArchiveFile, 'fromBlock' | 'toBlock' | 'lastBlockHash' | 'parentHash'>,
    hasWords: boolean,
  ): Promise<{ readonly file: ArchiveFile; readonly keys: readonly FileKey[] }> {
    const encoded = encodeLogs(logs, { words: hasWords })
    const range = `${file.fromBlock}-${file.toBlock}`
    const part = await this.#writePart(`logs/${range}`, encoded)
    const words = encoded.words && (await this.#writePart(`index/words-${range}`, encoded.words))
    return { file: { ...part, ...file, rows: logs.length, ...(words && { words }) }, keys: encoded.keys }
  }

  /**
   * Writes the keys and then the manifest, which makes both and all new files visible at once.
   *
   * @param before The manifest that this one replaces.
   * @throws {@link ArchiveError} if another process has replaced it already.
   */
  async publish(
    manifest: Omit<ArchiveManifest, 'keys' | 'replaced' | 'signature'>,
    keys: readonly (readonly FileKey[])[],
    before?: ArchiveManifest,
  ): Promise<ArchiveManifest> {
    const rows = keys.flatMap((list, file) => list.map((key) => ({ ...key, file })))
    const whole = { ...manifest, keys: await this.#writePart('index/keys', encodeKeys(rows)) }
    const unsigned = { ...whole, replaced: before && replacedFiles(before, whole), signature: undefined }
    const plain = `${JSON.stringify(unsigned, undefined, 1)}\n`
    const text = this.#signer?.sign(plain) ?? plain
    const isWritten = await withFileLock(join(this.path, 'index/manifest.lock'), async () => {
      const current = await this.readManifest()
      if (current?.revision !== before?.revision || current?.createdAt !== before?.createdAt)
        throw this.#conflict()
      await this.#write('manifest.json', new TextEncoder().encode(text))
    })
    if (!isWritten) throw this.#conflict()
    return JSON.parse(text) as ArchiveManifest
  }

  #conflict(): ArchiveError {
    return new ArchiveError(this.path, 'was changed by another process during this build', {
      advice: 'Run only one build per folder at a time, and run this one again.',
    })
  }

  /** Removes files that no manifest has listed for an hour: replaced files and those of interrupted runs. */
  async removeStale({ files, keys, replaced = [] }: ArchiveManifest): Promise<void> {
    const now = Date.now()
    const used = new Set([
      ...archiveParts({ files, keys }).map(({ path }) => path),
      ...replaced.filter(({ at }) => now - at <= grace).map(({ path }) => path),
    ])
    for (const folder of ['logs', 'index'])
      for (const name of await readdir(join(this.path, folder)).catch(() => [])) {
        const path = `${folder}/${name}`
        if (used.has(path) || !ownName.test(name)) continue
        const { mtimeMs } = await stat(join(this.path, path))
        if (now - mtimeMs > grace) await rm(join(this.path, path), { force: true })
      }
  }

  /** Creates the folders, and fails now if no file can be written: reading the logs takes hours. */
  async checkWritable(): Promise<void> {
    for (const name of ['logs', 'index']) {
      const folder = join(this.path, name)
      await mkdir(folder, { recursive: true })
      const draft = join(folder, `${randomUUID()}.new`)
      await writeFile(draft, '')
      await rm(draft)
    }
  }

  async #writePart(name: string, { bytes, indexStart, indexSha256 }: EncodedFile): Promise<ArchivePart> {
    const sha256 = hashOf(bytes)
    const path = `${name}-${sha256.slice(0, 16)}.parquet`
    await this.#write(path, bytes)
    return { path, bytes: bytes.length, indexStart, sha256, indexSha256 }
  }

  async #write(path: string, bytes: Uint8Array): Promise<void> {
    const target = join(this.path, path)
    await mkdir(dirname(target), { recursive: true })
    // The drafts of interrupted runs are removed with other stale files.
    const draft = join(this.path, 'index', `${randomUUID()}.new`)
    await mkdir(dirname(draft), { recursive: true })
    await writeFile(draft, bytes, { flush: true })
    await rename(draft, target)
  }
}

/** The files of earlier manifests that the next one does not have, while readers may still use them. */
function replacedFiles(
  before: ArchiveManifest,
  next: Pick<ArchiveManifest, 'files' | 'keys'>,
): ArchiveManifest['replaced'] {
  const used = new Set(archiveParts(next).map(({ path }) => path))
  const now = Date.now()
  const replaced = [
    ...(before.replaced ?? []).filter(({ at }) => now - at <= grace),
    ...archiveParts(before).map(({ path }) => ({ path, at: now })),
  ].filter(({ path }) => !used.has(path))
  return replaced.length > 0 ? replaced : undefined
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
