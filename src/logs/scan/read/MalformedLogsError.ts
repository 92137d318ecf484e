import { NodeError } from '../../../errors/NodeError.ts'
import type { LogSelection } from '../../columns/LogSelection.ts'

/** What could be read of an answer. */
export interface PartialAnswer {
  readonly endpoint: string
  readonly selection: LogSelection
  readonly rejected: number
  /** Blocks that may have more logs, ascending; `undefined` when any of those asked for may. */
  readonly blocks: readonly bigint[] | undefined
}

/** Nobody could answer without logs that cannot be read, or that contradict each other. */
export class MalformedLogsError extends NodeError {
  readonly #partial: PartialAnswer

  constructor(partial: PartialAnswer) {
    const { endpoint } = partial
    super(`${endpoint} sent logs that cannot be read.`, {
      kind: 'malformed',
      method: 'eth_getLogs',
      endpoint,
      advice: 'Add another endpoint: one of these logs may be among those asked for.',
    })
    this.#partial = partial
  }

  /** Private, so that neither a copy of the error nor its JSON holds on to the logs. */
  get partial(): PartialAnswer {
    return this.#partial
  }

  /** The same for whoever keeps the error: without the logs. */
  withoutLogs(): NodeError {
    return new NodeError(this.shortMessage, this)
  }
}
