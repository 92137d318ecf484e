import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { createClient } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LogTable } from '../../src/components/LogTable/LogTable.tsx'
import { LogsProvider } from '../../src/hooks/LogsProvider.tsx'
import { useLogs } from '../../src/hooks/useLogs.ts'
import { defineNetwork } from '../../src/logs/archive/defineNetwork.ts'
import { createLogsConfig } from '../../src/query/createLogsConfig.ts'
import { xone } from '../../src/rpc/networks/xone.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'
import { createFakeNode } from '../support/fakeNode.ts'
import { VirtualClock } from '../support/simulation/VirtualClock.ts'
import { withoutTurns } from '../support/simulation/withoutTurns.ts'

let restoreTurns = () => {}
beforeAll(() => {
  restoreTurns = withoutTurns()
})
afterAll(() => {
  restoreTurns()
})

function Logs() {
  return <LogTable result={useLogs({ fromBlock: 0n, toBlock: 200n })} />
}

type WireName = 'HTTP' | 'WebSocket'

/** The text of the page once reading has ended. */
async function read(wire: WireName, code: number): Promise<string> {
  const clock = new VirtualClock()
  const node = createFakeNode({ blocks: 300, clock, plainReplies: true })
  node.faults.refuse = { eth_getLogs: { code, message: '' } }
  const urls = wire === 'HTTP' ? { http: node.urls } : { http: [], webSocket: node.webSocketUrl }
  const network = defineNetwork(xone, { ...urls, finality: 10 })
  const { fetch, WebSocket } = node
  const transport = nodePool(network, { fetch, WebSocket, clock, storage: null, channel: null })
  const client = createClient({ chain: network, transport })
  const config = createLogsConfig({ networks: [network], clients: [client] })
  const { container, unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <LogsProvider config={config}>
        <Logs />
      </LogsProvider>
    </QueryClientProvider>,
  )
  const isSaid = () => container.querySelector('[data-state="error"], .topic0-notice') !== null
  for (let turn = 0; turn < 5_000 && !isSaid(); turn++)
    await act(async () => {
      await new Promise((resolve) => setImmediate(resolve))
      clock.step()
    })
  expect(node.sockets.length > 0).toBe(wire === 'WebSocket')
  const text = container.textContent
  unmount()
  return text
}

/** The documented error codes of nodes, and the explanation of each on the page. */
describe.each<WireName>(['HTTP', 'WebSocket'])('over %s', (wire) => {
  test.each([
    [-32700, /could not read the request as JSON/, /Check for a proxy that changes requests/],
    [-32600, /does not accept eth_getLogs in this form/, /what the plan of the endpoint allows/],
    [
      -32601,
      /does not know the method eth_getLogs, which every node has/,
      /Check first that its URL is for this network/,
    ],
    [-32602, /found the parameters of eth_getLogs invalid/, /Check the parameters/],
    [-32603, /had an internal error while answering eth_getLogs/, /Try again in a moment/],
    [-32000, /did not accept the input of eth_getLogs/, /See the details/],
    [
      -32001,
      /did not find the data for eth_getLogs, which every node has/,
      /Check first that its URL is for this network/,
    ],
    [-32002, /does not have what eth_getLogs needs at the moment/, /Try again in a moment/],
    [-32003, /rejected the transaction/, /do not send it unchanged/],
    [
      -32004,
      /does not know the method eth_getLogs, which every node has/,
      /Check first that its URL is for this network/,
    ],
    [-32005, /has reached its request limit/, /Wait a moment/],
    [-32006, /does not support version 2.0 of JSON-RPC/, /Use another endpoint/],
  ])('code %i of a node is shown on the page, with advice', async (code, what, advice) => {
    const text = await read(wire, code)
    expect(text).toContain('node-1.test')
    expect(text).toMatch(what)
    expect(text).toMatch(advice)
    expect(text).not.toMatch(/No logs/)
  })
})
