import type { AbiParameter } from 'viem'
import { setOwn } from '../../base/setOwn.ts'
import { typeName } from '../filter/eventTopic.ts'
import type { AbiReader } from './AbiReader.ts'

/** Reads one ABI type. */
export interface Codec {
  /** Whether the head holds an offset to the value. */
  readonly dynamic: boolean
  /** Bytes of the head. */
  readonly head: number
  /** Reads the value whose head is at `at`; offsets count from `base`. */
  readonly read: (reader: AbiReader, at: number, base: number) => unknown
}

/** `viem`: tuples as objects, or as arrays when a field has no name. `fields`: tuples as ordered fields. */
export type Form = 'viem' | 'fields'

/** Real types nest three or four levels deep. Deeper ABIs than this are hostile. */
const maxDepth = 64
/** Maximum length of a fixed array: no data is longer. Keeps positions exact. */
const maxLength = 2 ** 32

/** Creates the codec of a parameter; `undefined` for types that the ABI does not have. */
export function compileType(parameter: AbiParameter, form: Form, depth = 0): Codec | undefined {
  if (depth > maxDepth) return undefined
  const { type } = parameter
  const array = /^(.*)\[(\d*)\]$/s.exec(type)
  if (array) {
    const item = compileType({ ...parameter, type: array[1]! } as AbiParameter, form, depth + 1)
    const length = Number(array[2])
    if (!item || length > maxLength) return undefined
    return array[2] === '' ? dynamicArray(item) : fixedArray(item, length)
  }
  if (type === 'tuple') return tuple(parameter, form, depth)
  if (type === 'address') return word((reader, at) => reader.address(at))
  if (type === 'bool') return word((reader, at) => reader.bool(at))
  if (type === 'string') return pointer((reader, at) => reader.string(at, form === 'fields'))
  if (type === 'bytes') return pointer((reader, at) => reader.bytes(at))
  const bytes = /^bytes([1-9]\d?)$/.exec(type)
  if (bytes) {
    const length = Number(bytes[1])
    return length <= 32 ? word((reader, at) => reader.fixedBytes(at, length)) : undefined
  }
  const number = /^(u?)int([1-9]\d{0,2})?$/.exec(type)
  if (!number) return undefined
  const bits = Number(number[2] ?? 256)
  if (bits > 256 || bits % 8 !== 0) return undefined
  const isSmall = bits <= 48
  if (number[1] === 'u') {
    const limit = 2 ** bits
    return word(isSmall ? (reader, at) => reader.small(at, limit) : (reader, at) => reader.big(at, bits))
  }
  const limit = 2 ** (bits - 1)
  return word(
    isSmall ? (reader, at) => reader.smallSigned(at, limit) : (reader, at) => reader.bigSigned(at, bits),
  )
}

function word(read: (reader: AbiReader, at: number) => unknown): Codec {
  return { dynamic: false, head: 32, read }
}

/** A value whose head holds an offset to it. */
function pointer(read: (reader: AbiReader, at: number) => unknown): Codec {
  return { dynamic: true, head: 32, read: (reader, at, base) => read(reader, reader.follow(at, base)) }
}

function dynamicArray(item: Codec): Codec {
  return pointer((reader, at) => {
    reader.charge(1)
    return listed(reader, item, reader.count(at), at + 32)
  })
}

function fixedArray(item: Codec, length: number): Codec {
  if (item.dynamic)
    return pointer((reader, at) => {
      reader.charge(1)
      return listed(reader, item, length, at)
    })
  return { dynamic: false, head: item.head * length, read: (reader, at) => items(reader, item, length, at) }
}

/** Items at the target of an offset. */
function listed(reader: AbiReader, item: Codec, length: number, at: number): unknown[] {
  reader.passHead(at + length * item.head)
  return items(reader, item, length, at)
}

function items(reader: AbiReader, item: Codec, length: number, at: number): unknown[] {
  const { head, read } = item
  reader.ensure(at, length, head)
  const values: unknown[] = []
  for (let index = 0; index < length; index++) values.push(read(reader, at + index * head, at))
  return values
}

function tuple(parameter: AbiParameter, form: Form, depth: number): Codec | undefined {
  const components = (parameter as { components?: readonly AbiParameter[] }).components ?? []
  const codecs: Codec[] = []
  for (const component of components) {
    const codec = compileType(component, form, depth + 1)
    if (!codec) return undefined
    codecs.push(codec)
  }
  const dynamic = codecs.some((codec) => codec.dynamic)
  const head = codecs.reduce((sum, codec) => sum + codec.head, 0)
  const build = builder(components, form)
  const readFields = (reader: AbiReader, at: number) => {
    // A dynamic tuple counts as work of its own; static fields are charged one by one.
    if (dynamic) {
      reader.charge(1)
      reader.passHead(at + head)
    }
    const values: unknown[] = []
    let position = at
    for (const codec of codecs) {
      values.push(codec.read(reader, position, at))
      position += codec.head
    }
    return build(values)
  }
  return dynamic ? pointer(readFields) : { dynamic, head, read: readFields }
}

function builder(components: readonly AbiParameter[], form: Form): (values: unknown[]) => unknown {
  const names = components.map(({ name }) => name ?? '')
  if (form === 'fields') {
    const types = components.map(typeName)
    return (values) => ({
      fields: values.map((value, index) => ({ name: names[index]!, type: types[index]!, value })),
    })
  }
  if (names.length === 0 || names.includes('')) return (values) => values
  return (values) => {
    const struct: Record<string, unknown> = {}
    for (let index = 0; index < names.length; index++) setOwn(struct, names[index]!, values[index])
    return struct
  }
}
