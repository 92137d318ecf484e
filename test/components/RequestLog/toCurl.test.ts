import { expect, test } from 'vitest'
import type { RequestEvent } from '../../../src/base/RequestEvent.ts'
import { formatBytes } from '../../../src/components/RequestLog/formatBytes.ts'
import { summarizeRequests } from '../../../src/components/RequestLog/summarizeRequests.ts'
import { toCurl } from '../../../src/components/RequestLog/toCurl.ts'

function request(changes: Partial<RequestEvent>): RequestEvent {
  return {
    chainId: 3721,
    endpoint: 'rpc.example',
    type: 'http',
    method: 'eth_getLogs',
    params: [{ fromBlock: '0x1' }],
    range: undefined,
    reason: 'scan',
    attempt: 1,
    message: { id: 1, calls: 1, startedAt: 0, duration: 10, sentBytes: 10, receivedBytes: 100, status: 200 },
    outcome: 'success',
    logs: 0,
    error: undefined,
    ...changes,
  }
}

test('a call is a curl command with a placeholder for the key', () => {
  expect(toCurl(request({}))).toBe(
    `curl "https://rpc.example/$RPC_KEY" -H 'content-type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"fromBlock":"0x1"}]}'`,
  )
})

test.each([
  ['rpc.example (2)', 'https://rpc.example/$RPC_KEY'],
  ['127.0.0.1:8545', 'http://127.0.0.1:8545/$RPC_KEY'],
  ['localhost:8545', 'http://localhost:8545/$RPC_KEY'],
  ['localhost.example', 'https://localhost.example/$RPC_KEY'],
  // The name of a client made elsewhere.
  ['My "$(wallet)"', 'https://$RPC_HOST/$RPC_KEY'],
])('%s is written as %s', (endpoint, url) => {
  expect(toCurl(request({ endpoint }))).toContain(`curl "${url}" `)
})

test('quotes cannot end the body', () => {
  const curl = toCurl(request({ params: ["';rm -rf ~;'"] }))
  expect(curl).toContain(String.raw`["'\'';rm -rf ~;'\''"]`)
})

test('a call over a socket, or without parameters, has no command', () => {
  expect(toCurl(request({ type: 'webSocket' }))).toBeUndefined()
  expect(toCurl(request({ params: undefined }))).toBeUndefined()
})

test.each([
  [1, '1 byte'],
  [41, '41 bytes'],
  [999, '999 bytes'],
  [1_500, '1.5 kB'],
  [48_200, '48 kB'],
  [1_234_567, '1.2 MB'],
  [9e12, '9,000 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes, 'en')).toBe(text)
})

test('unknown sizes are not counted as zero', () => {
  const message = { ...request({}).message, receivedBytes: undefined }
  const { received, methods } = summarizeRequests([request({ type: 'webSocket', message })])
  expect(received).toBe(0)
  expect(methods[0]!.received).toBeUndefined()
})

test('totals count each message once', () => {
  const message = { ...request({}).message, id: 2, calls: 2, receivedBytes: 500 }
  const totals = summarizeRequests([
    request({}),
    request({ method: 'eth_call', message }),
    request({ method: 'eth_call', message, outcome: 'error' }),
  ])
  expect(totals).toEqual({
    messages: 2,
    received: 600,
    methods: [
      { method: 'eth_call', calls: 2, failed: 1, duration: 20, received: 500 },
      { method: 'eth_getLogs', calls: 1, failed: 0, duration: 10, received: 100 },
    ],
  })
})
