import { open, type FileHandle } from 'node:fs/promises'
import { checkFollowOutput } from './options/parseLogsOptions.ts'

/** The file of `--follow`. Lines are always appended, even if log rotation truncates the file. */
export class FollowFile {
  readonly #handle: FileHandle

  private constructor(handle: FileHandle) {
    this.#handle = handle
  }

  /** @throws {@link UsageError} if it has lines already. */
  static async open(path: string): Promise<FollowFile> {
    checkFollowOutput(path)
    return new FollowFile(await open(path, 'a'))
  }

  async append(text: string): Promise<void> {
    await this.#handle.appendFile(text)
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }
}
