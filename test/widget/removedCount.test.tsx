import { act, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeConfig } from '../support/renderHooks.tsx'
import { soon } from '../support/soon.ts'
import { renderExplorer } from './renderExplorer.tsx'

const text = (selector: string) => document.querySelector(selector)?.textContent ?? ''

test('the table and the live status count the same removed logs, also when not all can be shown', async () => {
  const { config, node } = fakeConfig({ blocks: 12, logsPerBlock: 31 })
  renderExplorer({
    config,
    defaultQuery: { fromBlock: 0n, order: 'desc' },
    defaultLive: true,
    pollingInterval: 200,
  })
  await waitFor(() => expect(text('.topic0-live-status')).toMatch(/Polling/), soon)
  const removed = node.chain.logs({}, node.chain.head - 6n, node.chain.head).length
  expect(removed).toBeGreaterThan(200)
  act(() => void node.chain.reorg(7))
  await waitFor(() => expect(text('.topic0-live-status')).toContain(`${removed} logs removed`), soon)
  expect(text('.topic0-log-explorer-note')).toContain(`incl. 200 removed, ${removed - 200} more not shown`)
})
