import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { createClient } from 'viem'
import { expect, onTestFinished, test, vi } from 'vitest'
import { defineNetwork } from '../../src/logs/archive/defineNetwork.ts'
import { toShareLink } from '../../src/logs/filter/formats/toShareLink.ts'
import type { LogSearch } from '../../src/logs/filter/LogSearch.ts'
import { createLogsConfig } from '../../src/query/createLogsConfig.ts'
import { xone } from '../../src/rpc/networks/xone.ts'
import { getPool } from '../../src/rpc/pool/getPool.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'
import { LogExplorer } from '../../src/widget/LogExplorer.tsx'
import { createFakeNode } from '../support/fakeNode.ts'

const node = createFakeNode({ blocks: 300, logsPerBlock: 2 })
const network = defineNetwork(xone, { http: node.urls, finality: 10, dailyQuota: 10_000 })

function makeConfig() {
  const transport = nodePool(network, { fetch: node.fetch, channel: null })
  return createLogsConfig({ networks: [network], clients: [createClient({ chain: network, transport })] })
}

type Config = ReturnType<typeof makeConfig>

const onQueryChange = vi.fn<(query: LogSearch) => void>()

const page = (config: Config) => (
  <StrictMode>
    <LogExplorer
      config={config}
      defaultQuery={{ fromBlock: 0n, order: 'desc' }}
      pollingInterval={3_600_000}
      onQueryChange={onQueryChange}
      urlState
    />
  </StrictMode>
)

/** As rendered by a server that has served other requests, which cost it part of its quota. */
function drawOnServer(draw = page): string {
  vi.stubGlobal('window', undefined)
  vi.stubGlobal('localStorage', undefined)
  try {
    const config = makeConfig()
    getPool(config.getClient()).budget.spend(17)
    return renderToString(draw(config))
  } finally {
    vi.unstubAllGlobals()
  }
}

// Next refuses to prerender a page that reads the time or a random number.
test.each([
  ['a config', () => makeConfig()],
  ['networks', () => createLogsConfig({ networks: [network] })],
  ['none', () => undefined],
])('a page with %s can be rendered in advance: it depends on neither time nor chance', (_, create) => {
  const config = create()
  const refuse = () => expect.fail('not in advance')
  vi.stubGlobal('window', undefined)
  vi.stubGlobal(
    'Date',
    class extends Date {
      static override now = refuse
      constructor(time?: number) {
        super(time ?? refuse())
      }
    },
  )
  vi.spyOn(Math, 'random').mockImplementation(refuse)
  vi.spyOn(crypto, 'randomUUID').mockImplementation(refuse)
  vi.spyOn(crypto, 'getRandomValues').mockImplementation(refuse)
  try {
    expect(renderToString(<LogExplorer config={config} />)).toContain('topic0')
  } finally {
    vi.restoreAllMocks()
  }
})

test('stored settings cause no hydration mismatch: the page takes over the server markup', async () => {
  // From an earlier visit.
  const [endpoint] = getPool(makeConfig().getClient()).getStatus()
  const today = new Date().toISOString().slice(0, 10)
  const remembered = {
    [`topic0.calls.${network.id}.${today}.earlier`]: '4242',
    [`topic0.limits.${network.id}.${endpoint!.name}.blockRange`]: JSON.stringify({
      value: 77,
      learnedAt: Date.now(),
      stated: true,
    }),
    'topic0:explorer:1': JSON.stringify({
      view: { columns: [{ id: 'event', width: 333 }, { id: 'data' }], density: 'compact', time: 'age' },
      pane: 'logs',
      chart: false,
      chartBy: 'time',
    }),
    [`topic0:queries:1:${network.id}`]: JSON.stringify({
      saved: [['Mine', toShareLink({ fromBlock: 100n })]],
      recent: [toShareLink({ fromBlock: 100n })],
    }),
  }
  for (const [key, value] of Object.entries(remembered)) localStorage.setItem(key, value)

  const container = document.createElement('div')
  container.innerHTML = drawOnServer()
  document.body.append(container)
  expect(container.querySelectorAll('.topic0-log-explorer')).toHaveLength(1)

  const errors: unknown[] = []
  const said = vi.spyOn(console, 'error').mockImplementation((...words) => errors.push(words))
  const drawn = container.querySelector('.topic0-log-explorer')
  const root = await act(async () =>
    hydrateRoot(container, page(makeConfig()), { onRecoverableError: (error) => errors.push(error) }),
  )
  onTestFinished(() => {
    said.mockRestore()
    act(() => root.unmount())
    container.remove()
  })
  expect(errors).toEqual([])
  expect(container.querySelector('.topic0-log-explorer')).toBe(drawn)

  // Then the stored settings apply.
  await waitFor(() => expect(container).toHaveTextContent(/4,2\d\d of 10,000 requests/))
  fireEvent.click(container.querySelector('.topic0-log-explorer-endpoints > summary')!)
  await waitFor(() => expect(container).toHaveTextContent(/77 blocks/))
  const headers = await screen.findAllByRole('columnheader')
  expect(headers.map(({ textContent }) => textContent).filter(Boolean)).toEqual(['Event', 'Data'])
  fireEvent.click(screen.getByText('Saved queries'))
  expect(await screen.findByText('Mine')).toBeInTheDocument()
  expect(errors).toEqual([])
  // Nobody ran another query.
  expect(onQueryChange).not.toHaveBeenCalled()
})

test('of two explorers on a hydrated page, the first has the address', async () => {
  history.replaceState(null, '', toShareLink({ fromBlock: 5n, order: 'desc' }))
  const two = (config: Config) => ['one', 'other'].map((key) => <div key={key}>{page(config)}</div>)
  const container = document.createElement('div')
  container.innerHTML = drawOnServer((config) => <>{two(config)}</>)
  document.body.append(container)
  const errors: unknown[] = []
  const root = await act(async () =>
    hydrateRoot(container, two(makeConfig()), { onRecoverableError: (error) => errors.push(error) }),
  )
  onTestFinished(() => {
    act(() => root.unmount())
    container.remove()
    history.replaceState(null, '', location.pathname)
  })
  const starts = () => screen.queryAllByLabelText<HTMLInputElement>('From block').map(({ value }) => value)
  await waitFor(() => expect(starts()).toEqual(['5', '0']))
  expect(errors).toEqual([])
})
