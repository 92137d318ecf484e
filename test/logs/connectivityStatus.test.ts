import { expect, test } from 'vitest'
import { connectivityOf } from '../../src/logs/ConnectivityStatus.ts'

const http = (state: string) => ({ type: 'http' as const, state })
const socket = (state: string) => ({ type: 'webSocket' as const, state })

test.each([
  ['nothing was sent yet', [http('idle'), socket('idle')], 'unknown'],
  ['one answers', [http('unreachable'), socket('ok')], 'reachable'],
  ['one is paused', [http('unreachable'), http('paused')], 'reachable'],
  ['another is about to be tried', [http('unreachable'), http('idle')], 'unknown'],
  ['none answers, and no socket is used', [http('unreachable'), socket('idle')], 'unreachable'],
  ['none answers', [http('unreachable'), socket('unreachable')], 'unreachable'],
  ['the only socket is not used yet', [socket('idle')], 'unknown'],
  ['there are none', [], 'unknown'],
] as const)('%s', (_, endpoints, status) => {
  expect(connectivityOf(endpoints)).toBe(status)
})
