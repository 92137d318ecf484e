import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitReplies } from '../../src/rpc/splitReplies.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const decode = (parts: readonly Uint8Array[] | undefined) =>
  parts?.map((part): unknown => JSON.parse(new TextDecoder().decode(part)))

test('gives the bytes of each reply, whatever is in them', () => {
  fc.assert(
    fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), fc.nat(3), (replies, space) => {
      const bytes = encode(JSON.stringify(replies, undefined, space))
      expect(decode(splitReplies(bytes))).toEqual(JSON.parse(JSON.stringify(replies)))
    }),
  )
})

test.each(['', '{}', '[', '[{}', '[1]', '["{}"]', '[[{}]]', '[{}] x', 'null', '[{"a":"]'])(
  'takes %j for no batch',
  (text) => {
    expect(splitReplies(encode(text))).toBeUndefined()
  },
)
