import { NodeError } from '../../../errors/NodeError.ts'
import type { IntervalRead } from './IntervalRead.ts'

interface MalformedLogsOptions {
  readonly incompleteBlocks: readonly bigint[] | undefined
  readonly isContradictory: boolean
  /** Another endpoint takes only a narrower range, or one with fewer logs. */
  readonly refusal?: NodeError | undefined
}

/** An answer has logs that cannot be read, or that contradict each other. Holds those that can be read. */
export class MalformedLogsError extends NodeError {
  readonly #readable: IntervalRead
  readonly #options: MalformedLogsOptions

  constructor(readable: IntervalRead, options: MalformedLogsOptions) {
    const { endpoint } = readable
    super(`${endpoint} sent logs that cannot be read.`, {
      kind: 'malformed',
      method: 'eth_getLogs',
      endpoint,
      advice: 'Add another endpoint: one of these logs may match the query.',
    })
    this.#readable = readable
    this.#options = options
  }

  /** The logs that could be read. Private, so that copies of the error and its JSON do not keep them in memory. */
  get readable(): IntervalRead {
    return this.#readable
  }

  /** Blocks that may have more logs than could be read, ascending; `undefined` when any block of the range may. */
  get incompleteBlocks(): readonly bigint[] | undefined {
    return this.#options.incompleteBlocks
  }

  /** Whether logs contradict each other, as when a reorg happens while the node answers. */
  get isContradictory(): boolean {
    return this.#options.isContradictory
  }

  /** What another endpoint said to the same range, of which it would answer parts. */
  get refusal(): NodeError | undefined {
    return this.#options.refusal
  }

  /** Of this error and an earlier one, that with fewer incomplete blocks. */
  moreSpecific(earlier: MalformedLogsError | undefined): MalformedLogsError {
    const incomplete = ({ incompleteBlocks }: MalformedLogsError) =>
      incompleteBlocks?.length ?? Number.POSITIVE_INFINITY
    return earlier && incomplete(earlier) <= incomplete(this) ? earlier : this
  }

  /** A copy with the refusal of another endpoint. */
  withRefusal(refusal: NodeError): MalformedLogsError {
    return new MalformedLogsError(this.#readable, { ...this.#options, refusal })
  }

  /** A copy without the logs, to be stored or shown. */
  withoutLogs(): NodeError {
    return new NodeError(this.shortMessage, this)
  }
}
