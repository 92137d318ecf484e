import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitReplies } from '../../../src/rpc/http/splitReplies.ts'

const encode = (text: string) => new TextEncoder().encode(text)
/** Runs to the end without a pause. */
const split = (bytes: Uint8Array, most = 1_000) => {
  const run = splitReplies(bytes, most)
  for (let step = run.next(); ; step = run.next()) if (step.done) return step.value
}
const decode = (parts: readonly Uint8Array[] | undefined) =>
  parts?.map((part): unknown => JSON.parse(new TextDecoder().decode(part)))

test('yields the bytes of each reply, whatever they contain', () => {
  fc.assert(
    fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), fc.nat(3), (replies, space) => {
      const bytes = encode(JSON.stringify(replies, undefined, space))
      expect(decode(split(bytes))).toEqual(JSON.parse(JSON.stringify(replies)))
    }),
  )
})

test.each(['', '{}', '[', '[{}', '[1]', '["{}"]', '[[{}]]', '[{}] x', 'null', '[{"a":"]'])(
  'does not take %j for a batch',
  (text) => {
    expect(split(encode(text))).toBeUndefined()
  },
)

test('refuses a batch with far too many replies, and yields in between', () => {
  expect(split(encode('[{},{},{}]'), 2)).toBeUndefined()
  expect(split(encode('[{},{},{}]'), 3)).toHaveLength(3)
  const run = splitReplies(encode(`[{"a":[${'1,'.repeat(400_000)}1]}]`), 1)
  let steps = 0
  while (!run.next().done) steps++
  expect(steps).toBe(3)
})
