import { open, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises'
import type { Hash } from 'viem'

/** How far a file has been written, to continue it later. */
export interface WrittenState {
  /** Identifies what is written: chain, query, format and columns. */
  readonly key: string
  readonly bytes: number
  /** Logs written. */
  readonly logs: number
  /** The first block whose logs are not in the file, as decimal text. */
  readonly next: string
  /** The block of the last log, to find out whether the chain is still the same. */
  readonly last?: { readonly block: string; readonly hash: Hash } | undefined
}

/**
 * A file that gets its name only once it is complete. Until then it is `FILE.part`, and `FILE.part.json` records how far it
 * is. Pipes and devices are written directly.
 */
export class OutputFile {
  readonly #path: string
  readonly #isDirect: boolean
  readonly #handle: FileHandle
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
    const handle = await open(partOf(path), state ? 'r+' : 'w')
    try {
      if (state) await handle.truncate(state.bytes)
      else await rm(stateOf(path), { force: true })
    } catch (error) {
      await handle.close()
      throw error
    }
    return new OutputFile(path, false, handle, state?.bytes ?? 0)
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
    const file = stateOf(this.#path)
    await writeFile(`${file}.new`, JSON.stringify(state))
    await rename(`${file}.new`, file)
  }

  /** Gives the file its name. */
  async finish(): Promise<void> {
    if (!this.#isDirect) await this.#handle.sync()
    await this.#handle.close()
    if (this.#isDirect) return
    await rename(partOf(this.#path), this.#path)
    await rm(stateOf(this.#path), { force: true })
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }
}

const partOf = (path: string) => `${path}.part`
const stateOf = (path: string) => `${path}.part.json`
