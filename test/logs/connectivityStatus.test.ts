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
  [
    'all are of another network, and no socket is used',
    [http('wrong-network'), socket('idle')],
    'wrong-network',
  ],
  ['the only socket is of another network', [socket('wrong-network')], 'wrong-network'],
  [
    'one is of another network, and the other does not answer',
    [http('wrong-network'), http('unreachable')],
    'unreachable',
  ],
  ['one is of another network, and the other answers', [http('wrong-network'), http('ok')], 'reachable'],
  ['the only socket is not used yet', [socket('idle')], 'unknown'],
  ['there are none', [], 'unknown'],
] as const)('%s', (_, endpoints, status) => {
  expect(connectivityOf(endpoints)).toBe(status)
})
