import { NodeError } from '../../errors/NodeError.ts'
import { closeBrace, closeBracket, colon, comma, openBrace, openBracket } from '../../rpc/http/JsonSkipper.ts'
import { runInSlices, type SliceOptions } from '../../rpc/runInSlices.ts'
import { yieldToMain } from '../../rpc/yieldToMain.ts'
import { draftLog } from './draftLog.ts'
import { JsonBytes } from './JsonBytes.ts'
import type { LogSegment } from './LogSegment.ts'
import { LogSegmentBuilder } from './LogSegmentBuilder.ts'
import { LogTemplate, maxLogBytes } from './LogTemplate.ts'
import { MalformedLogs } from './MalformedLogs.ts'

/** The logs a node sent, before they are verified. */
export interface LogsAnswer {
  /** Every well-formed log of the answer, in order, whether it matches the query or not. */
  readonly segment: LogSegment
  /** Unreadable items of the answer. */
  readonly malformed: MalformedLogs
  /** All items of the answer: the pool learns a node's cap from it. */
  readonly length: number
}

/** One JSON-RPC reply, with packed logs. It has neither a result nor an error if the result is not a list. */
export interface LogsReply {
  readonly id: unknown
  readonly result?: LogsAnswer | undefined
  readonly error?: unknown
}

/** Maximum templates to learn: with more forms than this, templates do not pay off. */
const maxTemplates = 16

/** Maximum bytes of an id, an error or another member of a reply. */
const maxMemberBytes = 65_536
/** Maximum bytes of a result that is not a list, such as a block that was requested in the same batch. */
const maxOtherBytes = 2 ** 20
/** Maximum values in an item of more bytes than most logs: no log has as many. */
const maxLogValues = 256
/** An answer with this many malformed items, and fewer logs, is rejected without reading the rest. */
const maxMalformed = 1_000
/** Maximum replies in one answer, and members of one reply. */
const maxReplies = 10_000
const maxMembers = 100

/**
 * Reads the bytes of a JSON-RPC answer, a reply or a batch, straight into packed logs: in one pass, without a string or an
 * object per log. Logs in an unusual form are parsed one by one. Yields after each slice, so that the caller can yield to
 * the page; returns the replies in the order of the answer.
 *
 * @param sliceBytes Bytes to scan between two yields.
 * @throws {@link NodeError} of kind `malformed` if the answer is not a JSON-RPC reply.
 */
export function* scanReplies(
  bytes: Uint8Array,
  sliceBytes = 262_144,
): Generator<undefined, readonly LogsReply[]> {
  try {
    return yield* new ReplyScanner(bytes, sliceBytes).scan()
  } catch (error) {
    if (error instanceof NodeError) throw error
    throw malformed(error)
  }
}

function malformed(cause?: unknown): NodeError {
  return new NodeError('The answer is not a JSON-RPC reply.', {
    kind: 'malformed',
    method: 'eth_getLogs',
    advice: 'Use another endpoint.',
    cause,
  })
}

class ReplyScanner {
  readonly #json: JsonBytes
  readonly #bytes: Uint8Array
  readonly #sliceBytes: number
  #at = 0
  #pauseAt: number
  #template: LogTemplate | undefined
  #templates = 0

  constructor(bytes: Uint8Array, sliceBytes: number) {
    this.#json = new JsonBytes(bytes)
    this.#bytes = bytes
    this.#sliceBytes = sliceBytes
    this.#pauseAt = sliceBytes
  }

  *scan(): Generator<undefined, readonly LogsReply[]> {
    const replies: LogsReply[] = []
    if (this.#next() === openBracket) {
      this.#at++
      if (this.#next() === closeBracket) this.#at++
      else
        do {
          if (replies.length === maxReplies) throw malformed()
          replies.push(yield* this.#reply())
          if (this.#isSliceOver()) yield
        } while (this.#more(closeBracket))
    } else replies.push(yield* this.#reply())
    this.#next()
    if (this.#at !== this.#bytes.length) throw malformed()
    return replies
  }

  *#reply(): Generator<undefined, LogsReply> {
    if (this.#next() !== openBrace) throw malformed()
    this.#at++
    let id: unknown
    let error: unknown
    let hasResult = false
    let result: LogsAnswer | undefined
    if (this.#next() === closeBrace) throw malformed()
    let members = 0
    do {
      if (++members > maxMembers) throw malformed()
      this.#next()
      const name = this.#value()
      if (this.#next() !== colon) throw malformed()
      this.#at++
      const first = this.#next()
      if (name === 'result') {
        hasResult = true
        if (first === openBracket) result = yield* this.#logs()
        else this.#at = this.#endOfValue(maxOtherBytes)
      } else {
        const value = this.#value()
        if (name === 'id') id = value
        else if (name === 'error') error = value
      }
    } while (this.#more(closeBrace))
    // Some nodes send both, and `null` in the one that does not count.
    if (error !== undefined && error !== null) return { id, error }
    if (!hasResult) throw malformed()
    return { id, result }
  }

  *#logs(): Generator<undefined, LogsAnswer> {
    const builder = new LogSegmentBuilder()
    const unread = new MalformedLogs()
    this.#at++
    if (this.#next() === closeBracket) this.#at++
    else
      do {
        this.#logsAlike(builder)
        this.#log(builder, unread)
        if (unread.count > maxMalformed && unread.count > builder.length) throw malformed()
        if (this.#isSliceOver()) yield
      } while (this.#more(closeBracket))
    const segment = yield* builder.finishing()
    return { segment, malformed: unread, length: segment.length + unread.count }
  }

  /** Reads logs in the form of the previous one, up to the end of the slice: nearly always all but the last. */
  #logsAlike(builder: LogSegmentBuilder): void {
    const json = this.#json
    const bytes = this.#bytes
    const template = this.#template
    if (!template) return
    let at = this.#next() === openBrace ? this.#at : Infinity
    while (at < this.#pauseAt) {
      const end = template.read(json, at, builder)
      if (end < 0 || bytes[end] !== comma) return
      builder.commit()
      this.#at = end + 1
      at = json.skipSpace(end + 1)
    }
  }

  #log(builder: LogSegmentBuilder, unread: MalformedLogs): void {
    const from = this.#next() === openBrace ? this.#at : -1
    if (from >= 0 && this.#template) {
      const end = this.#template.read(this.#json, from, builder)
      if (end >= 0) {
        this.#at = end
        return builder.commit()
      }
    }
    const log = this.#item()
    if (!draftLog(builder, log)) return unread.add(log)
    if (this.#templates < maxTemplates) {
      this.#templates++
      this.#template = LogTemplate.learn(this.#json, from, this.#at) ?? this.#template
    }
    builder.commit()
  }

  #isSliceOver(): boolean {
    if (this.#at < this.#pauseAt) return false
    this.#pauseAt = this.#at + this.#sliceBytes
    return true
  }

  /** The first character that is not white space. */
  #next(): number | undefined {
    this.#at = this.#json.skipSpace(this.#at)
    return this.#bytes[this.#at]
  }

  /** Whether a comma follows; otherwise `close` must end the list or object. */
  #more(close: number): boolean {
    const code = this.#next()
    if (code !== comma && code !== close) throw malformed()
    this.#at++
    return code === comma
  }

  /** An item of a list of logs; `undefined`, without parsing it, if it is no object. */
  #item(): unknown {
    const from = this.#at
    this.#at = this.#endOfValue(maxLogBytes, maxLogValues)
    return this.#bytes[from] === openBrace ? this.#json.parse(from, this.#at) : undefined
  }

  /** The name or the value of a member. */
  #value(): unknown {
    const end = this.#endOfValue(maxMemberBytes)
    const value = this.#json.parse(this.#at, end)
    this.#at = end
    return value
  }

  #endOfValue(maxBytes: number, maxValues?: number): number {
    const end = this.#json.skipValue(this.#at, maxBytes, maxValues)
    if (end < 0) throw malformed()
    return end
  }
}

/**
 * `scanReplies`, yielding to the page every few milliseconds, however large the answer is.
 *
 * @throws {@link NodeError} of kind `malformed` if the answer is not a JSON-RPC reply; the signal's reason once it fires.
 */
export async function scanRepliesInSlices(
  bytes: Uint8Array,
  options?: SliceOptions,
): Promise<readonly LogsReply[]> {
  const { result, isLong } = await runInSlices(scanReplies(bytes), options)
  // Verifying and storing the logs takes a while, too.
  if (isLong) await yieldToMain()
  return result
}
