import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRpcReply } from '../../src/rpc/parseRpcReply.ts'

describe('parseRpcReply', () => {
  test.each<[boolean, unknown]>([
    [true, { id: 1, result: null }],
    [true, { jsonrpc: '2.0', id: null, error: { code: 1, message: 'm' } }],
    [false, null],
    [false, 'text'],
    [false, { id: {}, result: 1 }],
    [true, { id: '1', error: 'a text' }],
    [true, { id: 1, error: { code: '-32000' } }],
    [false, [{ id: 1, result: 1 }]],
    [false, { id: Number.NaN, result: 1 }],
    [false, { id: 1, error: 7 }],
    [false, { id: 1, error: [] }],
    [false, { id: 1, error: { code: {} } }],
    [false, { id: 1, error: { message: 1 } }],
  ])('an envelope: %s for %j', (valid, value) => {
    expect(parseRpcReply(value) !== undefined).toBe(valid)
  })

  test('an error has its code as a number and its text as the message', () => {
    expect(parseRpcReply({ id: 1, error: { code: '-32000' } })?.error?.code).toBe(-32_000)
    const named = { code: 'RATE_LIMITED', message: 'slow down' }
    expect(parseRpcReply({ id: 1, error: named })?.error).toEqual({ code: undefined, message: 'slow down' })
    expect(parseRpcReply({ id: 1, error: 'a text' })?.error?.message).toBe('a text')
  })

  test('never throws, whatever the input', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(() => parseRpcReply(value)).not.toThrow()
        expect(() => parseRpcReply({ id: 1, error: value })).not.toThrow()
      }),
    )
  })
})
