import { expect, test } from 'vitest'
import { redactReply } from '../../src/cli/redactReply.ts'

const secrets = ['s3cretkey0123456789']
const clean = (reply: unknown, isError = false) =>
  Buffer.from(redactReply(new TextEncoder().encode(JSON.stringify(reply)), { isError, secrets })).toString()

test('removes the key from values and names of an error, at any depth', () => {
  const reply = clean({
    jsonrpc: '2.0',
    id: 1,
    error: {
      code: -32000,
      message: `no ${secrets[0]}`,
      data: [{ [`/v2/${secrets[0]}`]: { [secrets[0]!]: 1 } }],
    },
  })
  expect(reply).toContain('-32000')
  expect(reply).not.toContain(secrets[0])
  expect(clean({ [secrets[0]!]: 'unauthorized' }, true)).not.toContain(secrets[0])
})

test('leaves results and revert data as they are', () => {
  const result = { jsonrpc: '2.0', id: 1, result: `0x${'ab'.repeat(300)}` }
  expect(JSON.parse(clean(result))).toEqual(result)
  const reverted = {
    jsonrpc: '2.0',
    id: 1,
    error: { code: 3, message: 'reverted', data: `0x${'cd'.repeat(300)}` },
  }
  expect(JSON.parse(clean(reverted))).toEqual(reverted)
})
