import { act, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeConfig } from '../../support/renderHooks.tsx'
import { soon } from '../../support/soon.ts'
import { renderExplorer } from '../renderExplorer.tsx'

const text = (selector: string) => document.querySelector(selector)?.textContent ?? ''

test('the start reads the newest block once for the header and the estimate, and once for the scan', async () => {
  const { node, config } = fakeConfig({ blocks: 100 })
  renderExplorer({ config, defaultQuery: { fromBlock: 0n, order: 'desc' } })
  await waitFor(() => expect(text('.topic0-scan-progress')).toMatch(/Complete/), soon)
  expect(node.callsOf('eth_blockNumber')).toHaveLength(2)
})

test('the estimate follows the chain as it grows', async () => {
  const { node, config } = fakeConfig({ blocks: 100, logsPerBlock: 1 })
  const query = { fromBlock: 0n, order: 'desc' } as const
  renderExplorer({ config, defaultQuery: query, defaultLive: true, pollingInterval: 50 })
  await waitFor(() => expect(text('.topic0-scan-estimate')).toMatch(/\D10 blocks to read90 cached/), soon)
  await waitFor(() => expect(text('.topic0-live-status')).toMatch(/Polling/), soon)
  act(() => void node.chain.mine(150))
  await waitFor(() => expect(text('.topic0-scan-estimate')).toMatch(/\D160 blocks to read90 cached/), soon)
})
