import type { AbiEvent, Hex } from 'viem'
import { setOwn } from '../../base/setOwn.ts'
import { eventSignature, eventTopic } from '../filter/eventTopic.ts'
import type { AbiValue, DecodedArg, DecodedEvent, RawLog } from '../Log.ts'
import { AbiReader } from './AbiReader.ts'
import type { Codec, Form } from './compileType.ts'
import { undecodable } from './DigitReader.ts'
import { identicalReadings } from './identicalReadings.ts'
import { looksSwapped } from './looksSwapped.ts'
import { toWordArgs, type WordArg } from './WordArg.ts'

/** Arguments in the form of viem: by name, or by position if an input has no name; `undefined` without arguments. */
export type EventArgs = Readonly<Record<string, unknown>> | readonly unknown[] | undefined

/** The part of a log that an event is read from. */
export type EventData = Pick<RawLog, 'topics' | 'data'>

/** An input of an event, with its codecs. */
export interface CompiledInput {
  readonly parameter: AbiEvent['inputs'][number]
  readonly index: number
  readonly name: string
  readonly type: string
  /** Whether the log holds only a hash of the value. */
  readonly hashed: boolean
  readonly viem: Codec
  readonly fields: Codec
}

const reader = new AbiReader()

/** An event compiled to read logs. `args` and `decode` throw if the log does not have its shape. */
export class CompiledEvent {
  readonly abi: AbiEvent
  readonly name: string
  /** Number of topics in a log of this event, including the event's own. */
  readonly topicCount: number
  /** Bytes of data in a log of this event; the minimum if it {@link isDynamic}. */
  readonly dataLength: number
  readonly isDynamic: boolean
  /** The positions of its arguments, if each is a single word. */
  readonly words: readonly WordArg[] | undefined
  /** The `args` of a log whose arguments cannot be read. */
  readonly noArgs: EventArgs
  readonly #source: DecodedEvent['source']
  readonly #signature: string
  readonly #inputs: readonly CompiledInput[]
  readonly #indexed: readonly CompiledInput[]
  /** The inputs in data. */
  readonly #rest: readonly CompiledInput[]
  /** The inputs in the order of viem: those in topics first, then those in data. */
  readonly #order: readonly CompiledInput[]
  /** The position of the first argument in the topics. */
  readonly #firstTopic: 0 | 1
  /** Whether there are arguments, and all have names. */
  readonly #isNamed: boolean
  #topic0: Hex | undefined
  /** Whether another event has the same values for all logs: it depends on types alone. */
  #hasIdentical: boolean | undefined

  constructor(event: AbiEvent, source: DecodedEvent['source'], inputs: readonly CompiledInput[]) {
    this.abi = event
    this.name = event.name
    this.#source = source
    this.#signature = eventSignature(event)
    this.#inputs = inputs
    this.#indexed = inputs.filter(({ parameter }) => parameter.indexed)
    this.#rest = inputs.filter(({ parameter }) => !parameter.indexed)
    this.#order = [...this.#indexed, ...this.#rest]
    this.#firstTopic = event.anonymous ? 0 : 1
    this.#isNamed = inputs.length > 0 && !inputs.some(({ name }) => name === '')
    this.noArgs = inputs.length === 0 ? undefined : this.#isNamed ? {} : []
    this.topicCount = this.#indexed.length + this.#firstTopic
    this.dataLength = this.#rest.reduce((sum, { viem }) => sum + viem.head, 0)
    this.isDynamic = this.#rest.some(({ viem }) => viem.dynamic)
    this.words = toWordArgs(
      inputs.map(({ type, hashed, parameter }) => ({ type, hashed, indexed: parameter.indexed === true })),
      this.#firstTopic,
    )
  }

  /** `undefined` for an anonymous event. Hashed on first use: guesses never need it. */
  get topic0(): Hex | undefined {
    return this.abi.anonymous ? undefined : (this.#topic0 ??= eventTopic(this.abi))
  }

  /** With `exactly`, it also throws if encoding the values would not give the same log. */
  args(log: EventData, exactly: boolean): EventArgs {
    return this.#isNamed ? this.#namedArgs(log, exactly) : this.#positionalArgs(log, exactly)
  }

  /** With `exactly`, it also throws if encoding the values would not give the same log. */
  decode(log: EventData, exactly: boolean): DecodedEvent {
    const { values, isExact } = this.#read(log, 'fields', exactly)
    const args = this.#inputs.map((input): DecodedArg => {
      const { name, type, hashed } = input
      const { indexed = false } = input.parameter
      return { name, type, indexed, hashed, value: values[this.#order.indexOf(input)] as AbiValue }
    })
    const decoded: DecodedEvent = {
      name: this.name,
      signature: this.#signature,
      source: this.#source,
      args,
    }
    this.#hasIdentical ??= identicalReadings(decoded).length > 0
    const isAmbiguous = this.#hasIdentical || looksSwapped(args)
    return { ...decoded, ...(!isExact && { unusual: true }), ...(isAmbiguous && { ambiguous: true }) }
  }

  /** The first argument whose topic or data is not a valid value of its type. */
  findUnsound({ topics, data }: EventData): CompiledInput | undefined {
    let position = 0
    return this.#order.find((input, at) => {
      const inTopic = at < this.#indexed.length
      try {
        if (inTopic) readTopic(input, topics[at + this.#firstTopic]!, 'viem')
        else {
          reader.open(data, this.dataLength, false)
          input.viem.read(reader, position, 0)
          position += input.viem.head
        }
        return false
      } catch {
        return true
      }
    })
  }

  /** Reads values straight into an object: the fast path for nearly every log. */
  #namedArgs(log: EventData, exactly: boolean): EventArgs {
    this.#checkSizes(log)
    const { topics, data } = log
    const indexed = this.#indexed
    const rest = this.#rest
    const first = this.#firstTopic
    const args: Record<string, unknown> = {}
    for (let at = 0; at < indexed.length; at++) {
      const input = indexed[at]!
      setOwn(args, input.name, readTopic(input, topics[at + first]!, 'viem'))
    }
    reader.open(data, this.dataLength, exactly)
    let position = 0
    for (let at = 0; at < rest.length; at++) {
      const { name, viem } = rest[at]!
      setOwn(args, name, viem.read(reader, position, 0))
      position += viem.head
    }
    reader.close()
    return args
  }

  #positionalArgs(log: EventData, exactly: boolean): EventArgs {
    const { values } = this.#read(log, 'viem', exactly)
    if (values.length === 0) return undefined
    const args: unknown[] = []
    for (const [at, { index }] of this.#order.entries()) args[index] = values[at]
    return args
  }

  /** The values in the order of viem, and whether encoding them gives the same data. */
  #read(
    log: EventData,
    form: Form,
    exactly: boolean,
  ): { readonly values: readonly unknown[]; readonly isExact: boolean } {
    this.#checkSizes(log)
    const { topics, data } = log
    const values: unknown[] = []
    for (let at = 0; at < this.#indexed.length; at++)
      values.push(readTopic(this.#indexed[at]!, topics[at + this.#firstTopic]!, form))
    reader.open(data, this.dataLength, exactly)
    let position = 0
    for (const input of this.#rest) {
      const codec = input[form]
      values.push(codec.read(reader, position, 0))
      position += codec.head
    }
    return { values, isExact: reader.close() }
  }

  #checkSizes({ topics, data }: EventData): void {
    if (topics.length !== this.topicCount || (this.#rest.length > 0 && data.length <= 2)) throw undecodable
  }
}

function readTopic(input: CompiledInput, topic: Hex, form: Form): unknown {
  if (input.hashed) return topic
  reader.open(topic, 32, false)
  return input[form].read(reader, 0, 0)
}
