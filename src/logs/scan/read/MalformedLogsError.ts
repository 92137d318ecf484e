import { NodeError } from '../../../errors/NodeError.ts'
import type { RangeLogs } from '../../columns/RangeLogs.ts'

type ReadableLogs = RangeLogs & { readonly endpoint: string; readonly rejected: number }

/** Every endpoint sent logs that cannot be read, or that contradict each other. */
export class MalformedLogsError extends NodeError {
  readonly #readable: ReadableLogs
  readonly #incompleteBlocks: readonly bigint[] | undefined

  constructor(readable: ReadableLogs, incompleteBlocks: readonly bigint[] | undefined) {
    const { endpoint } = readable
    super(`${endpoint} sent logs that cannot be read.`, {
      kind: 'malformed',
      method: 'eth_getLogs',
      endpoint,
      advice: 'Add another endpoint: one of these logs may match the query.',
    })
    this.#readable = readable
    this.#incompleteBlocks = incompleteBlocks
  }

  /** The logs that could be read. Private, so that copies of the error and its JSON do not keep them in memory. */
  get readable(): ReadableLogs {
    return this.#readable
  }

  /** Blocks that may have more logs than could be read, ascending; `undefined` when any block of the range may. */
  get incompleteBlocks(): readonly bigint[] | undefined {
    return this.#incompleteBlocks
  }

  /** A copy without the logs, to be stored or shown. */
  withoutLogs(): NodeError {
    return new NodeError(this.shortMessage, this)
  }
}
