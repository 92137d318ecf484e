import { fstatSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { checkFollowOutput } from './options/parseLogsOptions.ts'
import { UsageError } from './options/UsageError.ts'

/** The file of `--follow`. Lines are always appended, even if log rotation truncates the file. */
export class FollowFile {
  readonly #path: string
  readonly #handle: FileHandle
  #hasWritten = false

  private constructor(path: string, handle: FileHandle) {
    this.#path = path
    this.#handle = handle
  }

  /** @throws {@link UsageError} if it has lines already. */
  static async open(path: string): Promise<FollowFile> {
    checkFollowOutput(path)
    return new FollowFile(path, await open(path, 'a'))
  }

  /** @throws {@link UsageError} if another command has written to the file before the first call. */
  async append(text: string): Promise<void> {
    if (!this.#hasWritten) this.#checkEmpty()
    this.#hasWritten = true
    await this.#handle.appendFile(text)
  }

  /** Synchronous, so that as little time as possible passes until the write. */
  #checkEmpty(): void {
    const found = fstatSync(this.#handle.fd)
    if (found.isFile() && found.size > 0)
      throw new UsageError(
        `-o ${this.#path}: another command has begun to write this file. Name another file.`,
      )
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }
}
