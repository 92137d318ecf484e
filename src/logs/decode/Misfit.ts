import { typeName } from '../filter/eventTopic.ts'
import type { DecodedEvent, EventMisfit } from '../Log.ts'
import type { CompiledEvent, EventData } from './CompiledEvent.ts'
import { fittingSplits } from './eventSplits.ts'

/** How a log differs from an event with the same topic. */
export class Misfit implements EventMisfit {
  readonly name: string
  readonly args: EventMisfit['args']
  readonly topics: number
  readonly bytes: number
  readonly isLeast: boolean
  readonly unsound: EventMisfit['unsound']
  readonly #event: CompiledEvent
  readonly #log: EventData
  #splits: readonly DecodedEvent[] | undefined

  constructor(event: CompiledEvent, log: EventData) {
    const { abi, name, topicCount, dataLength, isDynamic } = event
    this.#event = event
    this.#log = log
    this.name = name
    this.args = abi.inputs.map((input) => ({
      name: input.name ?? '',
      type: typeName(input),
      indexed: input.indexed ?? false,
    }))
    this.topics = topicCount
    this.bytes = dataLength
    this.isLeast = isDynamic
    const bytes = (log.data.length - 2) / 2
    const isSized =
      log.topics.length === topicCount && (isDynamic ? bytes >= dataLength : bytes === dataLength)
    const input = isSized ? event.findUnsound(log) : undefined
    this.unsound = input && { name: input.name, type: input.type }
  }

  get splits(): readonly DecodedEvent[] {
    this.#splits ??= fittingSplits(this.#event.abi, this.#log).map((split) => split.decode(this.#log, false))
    return this.#splits
  }
}
