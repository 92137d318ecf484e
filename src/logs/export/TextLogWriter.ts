import type { LogRow } from '../Log.ts'
import { createTextFormat, type TextFormat, type TextFormatOptions } from './createTextFormat.ts'
import type { Bytes, LogWriter } from './LogWriter.ts'
import { TextBuffer } from './TextBuffer.ts'

interface TextLogWriterOptions extends TextFormatOptions {
  /** Number of logs already in the file, whose head is then not written again. */
  readonly continuesAfter?: number | undefined
}

/** Writes CSV, JSON or NDJSON. */
export class TextLogWriter implements LogWriter {
  readonly #format: TextFormat
  readonly #buffer = new TextBuffer()
  /** Lines are terminated rather than separated, so that a file can be read while it grows. */
  readonly #isLines: boolean
  /** Whether no log was written so far. */
  #isFirst: boolean

  constructor({ continuesAfter, ...options }: TextLogWriterOptions) {
    this.#format = createTextFormat(options)
    this.#isLines = options.format !== 'json'
    this.#isFirst = !continuesAfter
    if (continuesAfter === undefined) this.#buffer.add(this.#format.head)
  }

  async add(logs: readonly LogRow[]): Promise<readonly Bytes[]> {
    if (logs.length > 0) {
      const { row, separator } = this.#format
      const text = logs.map(row).join(separator)
      this.#buffer.add(this.#isLines ? text + separator : this.#isFirst ? text : separator + text)
      this.#isFirst = false
    }
    return this.#buffer.isFull ? this.#buffer.take() : []
  }

  flush(): readonly Bytes[] {
    return this.#buffer.take()
  }

  async finish(): Promise<readonly Bytes[]> {
    if (!this.#isLines) this.#buffer.add(this.#format.foot)
    return this.#buffer.take()
  }
}
