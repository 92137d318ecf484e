import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises'
import type { Hash } from 'viem'
import { parseJson } from '../base/unknownJson.ts'

/** How far a file has been written, to continue it later. */
export interface WrittenState {
  /** Identifies what is written: chain, query, format and columns. */
  readonly key: string
  readonly bytes: number
  /** Logs written. */
  readonly logs: number
  /** The first block whose logs are not in the file, as decimal text. */
  readonly next: string
  /** The block of the last log. */
  readonly last?: WrittenBlock | undefined
  /** A final block that is not before the last one written, to find out whether the chain is still the same. */
  readonly checkpoint?: WrittenBlock | undefined
}

export interface WrittenBlock {
  /** As decimal text. */
  readonly block: string
  readonly hash: Hash
}

/**
 * A file that gets its name only once it is complete. Until then it is `FILE.part`, and `FILE.part.json` records how far it
 * is, and who writes it: of two processes, the later one gets the file, and the earlier one stops. Pipes and devices are
 * written directly.
 */
export class OutputFile {
  readonly #path: string
  readonly #isDirect: boolean
  readonly #handle: FileHandle
  /** Of this writer. */
  readonly #id = randomUUID()
  #bytes: number

  private constructor(path: string, isDirect: boolean, handle: FileHandle, bytes: number) {
    this.#path = path
    this.#isDirect = isDirect
    this.#handle = handle
    this.#bytes = bytes
  }

  /** Opens a new file or, with a state, the `.part` file of an earlier run. */
  static async open(path: string, state: WrittenState | undefined): Promise<OutputFile> {
    const isDirect = await stat(path).then(
      (found) => !found.isFile(),
      () => false,
    )
    if (isDirect) return new OutputFile(path, true, await open(path, 'w'), 0)
    // A new file: a process that still writes the old one keeps that.
    if (!state) await rm(partOf(path), { force: true })
    const handle = await open(partOf(path), state ? 'r+' : 'wx')
    const file = new OutputFile(path, false, handle, state?.bytes ?? 0)
    try {
      await file.#record(state)
      await handle.truncate(file.bytes)
    } catch (error) {
      await handle.close()
      throw error
    }
    return file
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Where the logs are until the file is complete. */
  get partPath(): string {
    return this.#isDirect ? this.#path : partOf(this.#path)
  }

  async write(bytes: Uint8Array): Promise<void> {
    const position = this.#isDirect ? null : this.#bytes
    for (let at = 0; at < bytes.length;) {
      const { bytesWritten } = await this.#handle.write(
        bytes,
        at,
        bytes.length - at,
        position === null ? null : position + at,
      )
      at += bytesWritten
    }
    this.#bytes += bytes.length
  }

  /** Records how far the file is. A crash meanwhile leaves the previous record. */
  async save(state: WrittenState): Promise<void> {
    if (this.#isDirect) return
    await this.#checkOwner()
    await this.#record(state)
  }

  /** Gives the file its name. */
  async finish(): Promise<void> {
    if (this.#isDirect) return this.#handle.close()
    try {
      await this.#checkOwner()
      // An earlier process may have written more before it stopped.
      await this.#handle.truncate(this.#bytes)
      await this.#handle.sync()
    } finally {
      await this.#handle.close()
    }
    await rename(partOf(this.#path), this.#path)
    await rm(stateOf(this.#path), { force: true })
  }

  async #record(state: WrittenState | undefined): Promise<void> {
    const file = stateOf(this.#path)
    await writeFile(`${file}.new`, JSON.stringify({ ...state, writer: this.#id }))
    await rename(`${file}.new`, file)
  }

  /** @throws if a later process writes the file, or has finished it. */
  async #checkOwner(): Promise<void> {
    const state = parseJson(await readFile(stateOf(this.#path), 'utf8').catch(() => ''))
    if ((state as { writer?: unknown } | undefined)?.writer !== this.#id)
      throw new Error(`${this.#path} is written by another command, which has begun later.`)
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }
}

const partOf = (path: string) => `${path}.part`
const stateOf = (path: string) => `${path}.part.json`
