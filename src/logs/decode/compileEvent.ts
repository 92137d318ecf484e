import { keccak256, toBytes } from 'viem'
import type { AbiEvent, Hex } from 'viem'
import type { AbiValue, DecodedArg, DecodedEvent, RawLog } from '../Log.ts'
import { AbiReader, undecodable } from './AbiReader.ts'
import { compileType } from './compileType.ts'
import type { Codec, Form } from './compileType.ts'
import { setOwn } from './setOwn.ts'
import { typeName } from './typeName.ts'
import { toWordArgs } from './WordArg.ts'
import type { WordArg } from './WordArg.ts'

/** Arguments as viem gives them: by name, or by position when an input has none; `undefined` when there are none. */
export type EventArgs = Readonly<Record<string, unknown>> | readonly unknown[] | undefined

type EventData = Pick<RawLog, 'topics' | 'data'>

/** An event, ready to read logs. Its functions throw when the log does not have its shape. */
export interface CompiledEvent {
  readonly name: string
  readonly signature: string
  /** `undefined` for an anonymous event. */
  readonly topic0: Hex | undefined
  /** Topics a log of this event has, its own included. */
  readonly topicCount: number
  /** Least bytes of data a log of this event has. */
  readonly dataLength: number
  /** Whether the number of topics and bytes decides alone: no value of these types is malformed. */
  readonly anyValue: boolean
  /** Where its arguments are, when each is a single word. */
  readonly words: readonly WordArg[] | undefined
  readonly args: (log: EventData) => EventArgs
  /** What can be read of a log that lacks topics or data, as viem does without `strict`. Never throws. */
  readonly partialArgs: (log: EventData) => EventArgs
  readonly decode: (log: EventData) => DecodedEvent
  readonly partialDecode: (log: EventData) => DecodedEvent
}

const reader = new AbiReader()

/** Compiles an event, or `undefined` when it has types the ABI does not know. */
export function compileEvent(event: AbiEvent, source: DecodedEvent['source']): CompiledEvent | undefined {
  const inputs = event.inputs.map((input, index) => compileInput(input, index))
  if (inputs.some((input) => input === undefined)) return undefined
  const known = inputs as readonly Input[]
  const indexed = known.filter(({ parameter }) => parameter.indexed)
  const rest = known.filter(({ parameter }) => !parameter.indexed)
  const signature = `${event.name}(${event.inputs.map(typeName).join(',')})`
  const first = event.anonymous ? 0 : 1
  const order = [...indexed, ...rest]
  const dataLength = rest.reduce((sum, { viem }) => sum + viem.head, 0)
  const collect = collector(known)
  const named = known.length > 0 && !known.some(({ name }) => name === '')

  /** In the order of viem: topics first, then data. */
  const values = ({ topics, data }: EventData, form: Form): unknown[] => {
    if (topics.length !== indexed.length + first) throw undecodable
    const result: unknown[] = []
    for (let at = 0; at < indexed.length; at++)
      result.push(readTopic(indexed[at]!, topics[at + first]!, form))
    if (rest.length > 0) {
      if (data.length <= 2) throw undecodable
      readData(rest, data, form, result)
    }
    return result
  }

  /** The same straight into an object: what nearly every log is read with. */
  const namedArgs = ({ topics, data }: EventData): EventArgs => {
    if (topics.length !== indexed.length + first) throw undecodable
    const args: Record<string, unknown> = {}
    for (let at = 0; at < indexed.length; at++) {
      const input = indexed[at]!
      setOwn(args, input.name, readTopic(input, topics[at + first]!, 'viem'))
    }
    if (rest.length === 0) return args
    if (data.length <= 2) throw undecodable
    reader.open(data)
    let position = 0
    for (let at = 0; at < rest.length; at++) {
      const { name, viem } = rest[at]!
      setOwn(args, name, viem.read(reader, position, 0))
      position += viem.head
    }
    return args
  }

  const partial = (log: EventData, form: Form) => {
    const present: Input[] = []
    const missing: Input[] = []
    const result: unknown[] = []
    indexed.forEach((input, at) => {
      const topic = log.topics[at + first]
      if (topic === undefined) missing.push(input)
      else {
        try {
          result.push(readTopic(input, topic, form))
          present.push(input)
        } catch {
          // This argument is lost, and only this one.
        }
      }
    })
    // A contract may have been compiled with other arguments indexed: those are in the data then, before the rest.
    const inData = [...missing, ...rest]
    if (inData.length > 0 && log.data.length > 2) {
      const before = result.length
      try {
        readData(inData, log.data, form, result)
        present.push(...inData)
      } catch {
        result.length = before
      }
    }
    return { present, result }
  }

  const describe = (present: readonly Input[], result: readonly unknown[]): DecodedEvent => {
    const args: DecodedArg[] = []
    for (const input of known) {
      const at = present.indexOf(input)
      if (at < 0) continue
      const { name, type, hashed } = input
      const { indexed = false } = input.parameter
      args.push({ name, type, indexed, hashed, value: result[at] as AbiValue })
    }
    return { name: event.name, signature, source, args }
  }

  return {
    name: event.name,
    signature,
    topic0: event.anonymous ? undefined : keccak256(toBytes(signature)),
    topicCount: indexed.length + first,
    dataLength,
    anyValue: order.every(({ anyValue }) => anyValue),
    words: toWordArgs(
      known.map(({ type, hashed, parameter }) => ({ type, hashed, indexed: parameter.indexed === true })),
      first,
    ),
    args: named ? namedArgs : (log) => collect(order, values(log, 'viem')),
    partialArgs: (log) => {
      const { present, result } = partial(log, 'viem')
      return collect(present, result)
    },
    decode: (log) => describe(order, values(log, 'fields')),
    partialDecode: (log) => {
      const { present, result } = partial(log, 'fields')
      return describe(present, result)
    },
  }
}

interface Input {
  readonly parameter: AbiEvent['inputs'][number]
  readonly index: number
  readonly name: string
  readonly type: string
  /** Whether the chain keeps only a hash of it. */
  readonly hashed: boolean
  readonly anyValue: boolean
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
  const anyValue =
    hashed || type === 'address' || /^bytes\d+$/.test(type) || /^u?int(\d{3}|56|64|72|80|88|96)?$/.test(type)
  return {
    parameter,
    index,
    name: parameter.name ?? '',
    type: typeName(parameter),
    hashed,
    anyValue,
    viem,
    fields,
  }
}

function readTopic(input: Input, topic: Hex, form: Form): unknown {
  if (input.hashed) return topic
  reader.open(topic)
  return input[form].read(reader, 0, 0)
}

function readData(inputs: readonly Input[], data: Hex, form: Form, into: unknown[]): void {
  reader.open(data)
  let at = 0
  for (const input of inputs) {
    const codec = input[form]
    into.push(codec.read(reader, at, 0))
    at += codec.head
  }
}

/** Makes the `args` of values whose inputs are given in the same order. */
function collector(
  inputs: readonly Input[],
): (present: readonly Input[], values: readonly unknown[]) => EventArgs {
  if (inputs.some(({ name }) => name === ''))
    return (present, values) => {
      const args: unknown[] = []
      for (let k = 0; k < present.length; k++) args[present[k]!.index] = values[k]
      return args.length > 0 ? args : undefined
    }
  return (present, values) => {
    if (present.length === 0) return undefined
    const args: Record<string, unknown> = {}
    for (let k = 0; k < present.length; k++) setOwn(args, present[k]!.name, values[k])
    return args
  }
}
