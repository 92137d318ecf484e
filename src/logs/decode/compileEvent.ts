import type { AbiEvent, Hex } from 'viem'
import { setOwn } from '../../base/setOwn.ts'
import { eventSignature, eventTopic, typeName } from '../filter/eventTopic.ts'
import type { AbiValue, DecodedArg, DecodedEvent, RawLog } from '../Log.ts'
import { AbiReader } from './AbiReader.ts'
import { compileType, type Codec, type Form } from './compileType.ts'
import { undecodable } from './DigitReader.ts'
import { identicalReadings } from './identicalReadings.ts'
import { looksSwapped } from './looksSwapped.ts'
import { toWordArgs, type WordArg } from './WordArg.ts'

/** Arguments in the form of viem: by name, or by position if an input has no name; `undefined` without arguments. */
export type EventArgs = Readonly<Record<string, unknown>> | readonly unknown[] | undefined

type EventData = Pick<RawLog, 'topics' | 'data'>

/** An event compiled to read logs. `args` and `decode` throw if the log does not have its shape. */
export interface CompiledEvent {
  readonly abi: AbiEvent
  readonly name: string
  /** `undefined` for an anonymous event. */
  readonly topic0: Hex | undefined
  /** Number of topics in a log of this event, including the event's own. */
  readonly topicCount: number
  /** Bytes of data in a log of this event; the minimum if it {@link isDynamic}. */
  readonly dataLength: number
  readonly isDynamic: boolean
  /** The positions of its arguments, if each is a single word. */
  readonly words: readonly WordArg[] | undefined
  /** With `exactly`, `args` and `decode` also throw if encoding the values would not give the same log. */
  readonly args: (log: EventData, exactly: boolean) => EventArgs
  readonly decode: (log: EventData, exactly: boolean) => DecodedEvent
  /** The `args` of a log whose arguments cannot be read. */
  readonly noArgs: EventArgs
  /** The first argument whose topic or data is not a valid value of its type. */
  readonly findUnsound: (log: EventData) => Input | undefined
}

const reader = new AbiReader()

/** Compiles an event; `undefined` if it has types that the ABI does not know. */
export function compileEvent(event: AbiEvent, source: DecodedEvent['source']): CompiledEvent | undefined {
  const inputs = event.inputs.map((input, index) => compileInput(input, index))
  if (inputs.some((input) => input === undefined)) return undefined
  const known = inputs as readonly Input[]
  const indexed = known.filter(({ parameter }) => parameter.indexed)
  const rest = known.filter(({ parameter }) => !parameter.indexed)
  const signature = eventSignature(event)
  const first = event.anonymous ? 0 : 1
  const order = [...indexed, ...rest]
  const head = rest.reduce((sum, { viem }) => sum + viem.head, 0)
  const named = known.length > 0 && !known.some(({ name }) => name === '')

  const checkSizes = ({ topics, data }: EventData) => {
    if (topics.length !== indexed.length + first || (rest.length > 0 && data.length <= 2)) throw undecodable
  }

  /** Whether encoding the values read last gives the same data. */
  let isExact = true
  /** The values in the order of viem: topics first, then data. */
  const values = (log: EventData, form: Form, exactly: boolean): unknown[] => {
    checkSizes(log)
    const { topics, data } = log
    const result: unknown[] = []
    for (let at = 0; at < indexed.length; at++)
      result.push(readTopic(indexed[at]!, topics[at + first]!, form))
    reader.open(data, head, exactly)
    let position = 0
    for (const input of rest) {
      const codec = input[form]
      result.push(codec.read(reader, position, 0))
      position += codec.head
    }
    isExact = reader.close()
    return result
  }

  /** Reads values straight into an object: the fast path for nearly every log. */
  const namedArgs = (log: EventData, exactly: boolean): EventArgs => {
    checkSizes(log)
    const { topics, data } = log
    const args: Record<string, unknown> = {}
    for (let at = 0; at < indexed.length; at++) {
      const input = indexed[at]!
      setOwn(args, input.name, readTopic(input, topics[at + first]!, 'viem'))
    }
    reader.open(data, head, exactly)
    let position = 0
    for (let at = 0; at < rest.length; at++) {
      const { name, viem } = rest[at]!
      setOwn(args, name, viem.read(reader, position, 0))
      position += viem.head
    }
    reader.close()
    return args
  }

  /** Depends on types alone, so it is the same for all logs. */
  let hasIdentical: boolean | undefined
  const describe = (result: readonly unknown[]): DecodedEvent => {
    const args = known.map((input): DecodedArg => {
      const { name, type, hashed } = input
      const { indexed = false } = input.parameter
      return { name, type, indexed, hashed, value: result[order.indexOf(input)] as AbiValue }
    })
    const decoded: DecodedEvent = { name: event.name, signature, source, args }
    hasIdentical ??= identicalReadings(decoded).length > 0
    const isAmbiguous = hasIdentical || looksSwapped(args)
    return { ...decoded, ...(!isExact && { unusual: true }), ...(isAmbiguous && { ambiguous: true }) }
  }

  const findUnsound = ({ topics, data }: EventData) => {
    let position = 0
    return order.find((input, at) => {
      const inTopic = at < indexed.length
      try {
        if (inTopic) readTopic(input, topics[at + first]!, 'viem')
        else {
          reader.open(data, head, false)
          input.viem.read(reader, position, 0)
          position += input.viem.head
        }
        return false
      } catch {
        return true
      }
    })
  }

  let topic0: Hex | undefined
  return {
    abi: event,
    name: event.name,
    // Hashed on first use: guesses never need it.
    get topic0() {
      return event.anonymous ? undefined : (topic0 ??= eventTopic(event))
    },
    topicCount: indexed.length + first,
    dataLength: head,
    isDynamic: rest.some(({ viem }) => viem.dynamic),
    words: toWordArgs(
      known.map(({ type, hashed, parameter }) => ({ type, hashed, indexed: parameter.indexed === true })),
      first,
    ),
    args: named ? namedArgs : (log, exactly) => positionalArgs(order, values(log, 'viem', exactly)),
    decode: (log, exactly) => describe(values(log, 'fields', exactly)),
    noArgs: known.length === 0 ? undefined : named ? {} : [],
    findUnsound,
  }
}

interface Input {
  readonly parameter: AbiEvent['inputs'][number]
  readonly index: number
  readonly name: string
  readonly type: string
  /** Whether the log holds only a hash of the value. */
  readonly hashed: boolean
  readonly viem: Codec
  readonly fields: Codec
}

function compileInput(parameter: AbiEvent['inputs'][number], index: number): Input | undefined {
  const viem = compileType(parameter, 'viem')
  const fields = compileType(parameter, 'fields')
  if (!viem || !fields) return undefined
  const { type } = parameter
  const hashed =
    parameter.indexed === true &&
    (type === 'string' || type === 'bytes' || type === 'tuple' || type.endsWith(']'))
  return { parameter, index, name: parameter.name ?? '', type: typeName(parameter), hashed, viem, fields }
}

function readTopic(input: Input, topic: Hex, form: Form): unknown {
  if (input.hashed) return topic
  reader.open(topic, 32, false)
  return input[form].read(reader, 0, 0)
}

/** `args` by position, from values with their inputs in the same order. */
function positionalArgs(inputs: readonly Input[], values: readonly unknown[]): EventArgs {
  if (inputs.length === 0) return undefined
  const args: unknown[] = []
  for (let k = 0; k < inputs.length; k++) args[inputs[k]!.index] = values[k]
  return args
}
