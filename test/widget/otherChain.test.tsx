import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { LogSearch } from '../../src/logs/filter/LogSearch.ts'
import { createFakeNode, type FakeNode } from '../support/fakeNode.ts'
import { configOver } from '../support/renderHooks.tsx'
import { soon } from '../support/soon.ts'
import { renderExplorer } from './renderExplorer.tsx'

const text = (selector: string) => document.querySelector(selector)?.textContent ?? ''
const details = () => document.querySelector<HTMLElement>('.topic0-log-details')?.dataset['state']
const rows = () => [...document.querySelectorAll<HTMLElement>('[role=row][data-index] > [role=gridcell]')]
const states = () => new Set(rows().map(({ parentElement }) => parentElement!.dataset['state']))
const hashes = () =>
  rows().flatMap(
    (cell) => (cell.dataset['column'] === 'transaction' && /0x[0-9a-f]{64}/.exec(cell.outerHTML)?.[0]) || [],
  )
/** How many blocks the estimate of the query in the form counts, read or to read. */
const estimatedBlocks = () =>
  [...text('.topic0-scan-estimate').matchAll(/(\d+) (?:blocks? to read|cached)/g)].reduce(
    (sum, [, blocks]) => sum + Number(blocks),
    0,
  )
const hashesOf = ({ chain }: FakeNode) =>
  new Set<string>(chain.wireLogs({}, 0, Number(chain.head)).map(({ transactionHash }) => transactionHash))

/** An explorer that shows a chain live, with its newest log open. */
async function open({ blocks = 300, ...given }: { blocks?: number; query?: LogSearch | undefined } = {}) {
  const query = 'query' in given ? given.query : ({ fromBlock: 0n, order: 'desc' } as const)
  const first = createFakeNode({ blocks, logsPerBlock: 2, seed: 1 })
  let node = first
  const config = configOver(first, (...request) => node.fetch(...request))
  renderExplorer({
    config,
    defaultQuery: query,
    defaultLive: true,
    pollingInterval: 50,
  })
  await waitFor(() => expect(text('.topic0-scan-progress')).toMatch(/Complete|Limit reached/), soon)
  await waitFor(() => expect(text('.topic0-live-status')).toMatch(/Polling/), soon)
  fireEvent.click(document.querySelector('[data-index="0"] > [aria-colindex="3"]')!)
  await waitFor(() => expect(details()).toBeDefined())
  return {
    first,
    /** Another chain is served at the same URL. */
    serve(other: FakeNode) {
      act(() => void (node = other))
    },
  }
}

describe('while an explorer follows a chain', () => {
  test('that is replaced deeper than it can be: only the new one is shown, the open log is marked', async () => {
    const { first } = await open()
    act(() => void first.chain.reorg(40, { blocks: 41 }))
    await waitFor(() => expect(text('.topic0-log-table-count')).toBe('602 logs'), soon)
    expect(details()).toBe('removed')
    await waitFor(() => expect(states()).toEqual(new Set(['default'])), soon)
    expect(hashes().length).toBeGreaterThan(5)
    expect(hashes().filter((hash) => !hashesOf(first).has(hash))).toEqual([])
  })

  test('whose newest blocks are replaced: the open log is marked', async () => {
    const { first } = await open()
    act(() => void first.chain.reorg(3, { blocks: 4 }))
    await waitFor(() => expect(details()).toBe('removed'), soon)
  })

  test('whose blocks have very many logs: none that is gone stays marked', async () => {
    const { first } = await open()
    act(() => void first.chain.mine(1, { logs: Array.from({ length: 300 }, () => ({})) }))
    await waitFor(() => expect(text('.topic0-log-table-count')).toBe('900 logs'), soon)
    fireEvent.click(document.querySelector('[data-act="mark-all"]')!)
    await waitFor(() => expect(text('.topic0-log-table-facts')).toContain('900 selected'), soon)
    act(() => void first.chain.reorg(1, { blocks: 2, drafts: [[], []] }))
    await waitFor(() => expect(text('.topic0-log-table-facts')).toContain('600 selected'), soon)
  })

  test('another one that ends before the query begins: this is said, and the latest logs are offered', async () => {
    const { serve } = await open({ query: { fromBlock: 200n, order: 'desc' } })
    expect(screen.queryByText(/begins at block/)).toBeNull()
    serve(createFakeNode({ blocks: 60, logsPerBlock: 2, seed: 9 }))
    expect(await screen.findByText(/begins at block 200, above the latest block 59/, {}, soon)).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'Show the latest logs' }))
    await waitFor(() => expect(text('.topic0-log-table-count')).toBe('120 logs'), soon)
    expect(screen.queryByText(/begins at block/)).toBeNull()
  })

  test('a query for a block that was mined after the last poll begins at no missing block', async () => {
    const node = createFakeNode({ blocks: 100, logsPerBlock: 2, seed: 1 })
    const config = configOver(node)
    const { update } = renderExplorer({ config })
    await waitFor(() => expect(text('.topic0-log-table-count')).toBe('200 logs'), soon)
    act(() => void node.chain.mine(5))
    const texts: string[] = []
    const observer = new MutationObserver(() => texts.push(document.body.textContent))
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    update({ config, query: { fromBlock: 104n, toBlock: 104n } })
    await waitFor(() => expect(text('.topic0-log-table-count')).toBe('2 logs'), soon)
    observer.disconnect()
    expect(texts.length).toBeGreaterThan(1)
    expect(texts.filter((one) => one.includes('begins at block'))).toEqual([])
  })

  test('another one that ends before the latest blocks: its latest logs are shown', async () => {
    const { serve } = await open({ blocks: 2_100, query: undefined })
    serve(createFakeNode({ blocks: 60, logsPerBlock: 2, seed: 9 }))
    await waitFor(() => expect(text('.topic0-log-table-count')).toBe('120 logs'), soon)
  })

  test.each([500, 300, 60])('another of the same id with %s blocks takes its place', async (blocks) => {
    const { serve } = await open()
    const other = createFakeNode({ blocks, logsPerBlock: 2, seed: 9 })
    serve(other)
    await waitFor(() => expect(details()).toBe('removed'), soon)
    expect(text('.topic0-log-table-count')).toBe(`${(2 * blocks).toLocaleString('en')} logs`)
    await waitFor(() => expect(states()).toEqual(new Set(['default'])), soon)
    expect(hashes().length).toBeGreaterThan(5)
    expect(hashes().filter((hash) => !hashesOf(other).has(hash))).toEqual([])
    await waitFor(() => expect(estimatedBlocks()).toBe(blocks), soon)
  })

  test('one of another id takes its place: none of its logs are shown, and old rows are stale', async () => {
    const { first, serve } = await open()
    const other = createFakeNode({ blocks: 500, logsPerBlock: 2, seed: 9, chainId: 99 })
    fireEvent.click(document.querySelector('.topic0-log-explorer-endpoints > summary')!)
    serve(other)
    await waitFor(() => expect(text('.topic0-log-explorer-endpoints')).toMatch(/chain id 99/), soon)
    expect(text('.topic0-log-table-count')).toBe('600 logs')
    expect(states()).not.toContain('default')
    expect(hashes().filter((hash) => !hashesOf(first).has(hash))).toEqual([])
  })
})
