import { open, realpath, rm, stat, type FileHandle } from 'node:fs/promises'
import { checkFollowOutput } from './options/parseLogsOptions.ts'

/**
 * The file of `--follow`. It grows at its end, whoever else empties it, as log rotation does. Of two commands, the later one
 * gets the file, and the earlier one stops, as with `OutputFile`.
 */
export class FollowFile {
  readonly #path: string
  readonly #handle: FileHandle
  /** Of the file, to notice when another one has its name; `undefined` for pipes and devices. */
  readonly #ino: bigint | undefined

  private constructor(path: string, handle: FileHandle, ino: bigint | undefined) {
    this.#path = path
    this.#handle = handle
    this.#ino = ino
  }

  /** @throws {@link UsageError} if it has lines already. */
  static async open(path: string): Promise<FollowFile> {
    checkFollowOutput(path)
    const found = await stat(path).catch(() => undefined)
    if (found && !found.isFile()) return new FollowFile(path, await open(path, 'a'), undefined)
    // A new file: a command that follows into the empty one notices.
    const target = found ? await realpath(path) : path
    if (found) await rm(target)
    const handle = await open(target, 'ax', found?.mode)
    const { ino } = await handle.stat({ bigint: true })
    return new FollowFile(path, handle, ino)
  }

  /** @throws if a later command writes the file. */
  async append(text: string): Promise<void> {
    if (this.#ino !== undefined) {
      const current = await stat(this.#path, { bigint: true }).catch(() => undefined)
      if (current && current.ino !== this.#ino)
        throw new Error(`${this.#path} is written by another command, which has begun later.`)
    }
    await this.#handle.appendFile(text)
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }
}
