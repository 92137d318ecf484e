import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createClient } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { defineNetwork } from '../../src/logs/archive/defineNetwork.ts'
import { abiLookup } from '../../src/logs/lookup/abiLookup.ts'
import { createLogsConfig } from '../../src/query/createLogsConfig.ts'
import { xone } from '../../src/rpc/networks/xone.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'
import { LogExplorer } from '../../src/widget/LogExplorer.tsx'
import { createFakeNode } from '../support/fakeNode.ts'

const secrets = {
  user: 'alice-the-user',
  password: 'hunter2hunter2',
  path: 'key-in-the-path',
  query: 'key-in-the-query',
  header: 'key-in-a-header',
  lookup: 'key-of-a-lookup',
}

afterEach(() => {
  history.replaceState(null, '', location.pathname)
})

/** An explorer with a secret in every output, over a node that echoes all requests in its refusals. */
async function open() {
  const node = createFakeNode({ blocks: 40, logsPerBlock: 1 })
  // An unknown event.
  node.chain.mine(1, { logs: [{ topics: [`0x${'12'.repeat(32)}`] }] })
  const { user, password, path, query, header, lookup } = secrets
  const url = `https://${user}:${password}@node-1.test/v2/${path}?apikey=${query}`
  const network = defineNetwork(xone, { http: [url], finality: 10 })
  const echo: typeof globalThis.fetch = (target, init) => {
    const sent = `${String(target)} ${url} ${JSON.stringify(init?.headers)} ${user} ${password} ${path} ${query} ${header}`
    node.faults.respond = ({ method, params }) => {
      const { fromBlock } = (params[0] ?? {}) as { fromBlock?: string }
      return method === 'eth_getLogs' && Number(fromBlock) < 20
        ? { error: { code: 4444, message: `pruned history: refused: ${sent}`, data: { sent } } }
        : undefined
    }
    return node.fetch(target, init)
  }
  const transport = nodePool(network, {
    fetch: echo,
    headers: { authorization: `Bearer ${header}` },
    storage: localStorage,
    channel: null,
  })
  const config = createLogsConfig({
    networks: [network],
    clients: [createClient({ chain: network, transport })],
  })
  const lost = (target: unknown) => Promise.reject(new TypeError(`no way to ${String(target)}, ${lookup}`))
  const lookups = [abiLookup({ url: `https://scan.test/api?apikey=${lookup}`, fetch: lost })]
  history.replaceState(null, '', `${location.pathname}?rpc=${encodeURIComponent(url)}`)
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LogExplorer config={config} lookups={lookups} urlState pollingInterval={3_600_000} />
    </QueryClientProvider>,
  )
  return node
}

const rows = () => document.querySelectorAll('[role=grid] [role=row]').length

/** All visible text of the page, and attributes. */
function expectNone(text: string) {
  for (const secret of Object.values(secrets)) expect(text).not.toContain(secret)
  // As in headers.
  expect(text).not.toContain(btoa(`${secrets.user}:${secrets.password}`))
}

async function ask(first: string, last: string) {
  fireEvent.change(screen.getByLabelText('From block'), { target: { value: first } })
  fireEvent.change(screen.getByLabelText('To block'), { target: { value: last } })
  fireEvent.click(await screen.findByText('Read logs'))
}

test('no secret is shared, shown, saved or stored, whatever a node echoes', async () => {
  await open()
  await waitFor(() => expect(rows()).toBeGreaterThan(1))
  await ask('9', '40')
  const bar = () => document.querySelector('.topic0-scan-progress')
  await waitFor(() => expect(bar()?.getAttribute('data-state')).toBe('failed'))
  expect(document.body.textContent).toContain('refused: ')
  fireEvent.click(document.querySelector('.topic0-log-explorer-endpoints > summary')!)
  fireEvent.click(await screen.findByText('Request log'))
  await waitFor(() => expect(document.querySelector('.topic0-requests')).not.toBeNull())
  expectNone(document.body.innerHTML)

  // The link in the address of the page; the query string of the page is not ours.
  await waitFor(() => expect(location.hash).toContain('from=9'))
  expectNone(location.hash)

  // Links, code and requests to copy.
  fireEvent.click(screen.getByText('Share'))
  for (const [shape, part] of [
    ['Link', 'from=9'],
    ['useLogs', 'useLogs({'],
    ['JSON-RPC', 'eth_getLogs'],
    ['cast', 'cast logs'],
  ] as const) {
    fireEvent.click(await screen.findByLabelText(shape))
    const text = document.querySelector('.topic0-code pre')!.textContent
    expect(text).toContain(part)
    expectNone(text)
  }
  fireEvent.keyDown(document.querySelector('.topic0-code pre')!, { key: 'Escape' })

  // A service whose request failed.
  fireEvent.click(document.querySelector('[role=grid] [role=row][aria-rowindex="2"] [role=gridcell]')!)
  fireEvent.click(await screen.findByText('Look up event'))
  await waitFor(() => expect(document.querySelector('.topic0-lookup')).toHaveAttribute('data-state', 'error'))
  expect(document.querySelector('.topic0-lookup')!.textContent).toContain('scan.test')
  expectNone(document.body.innerHTML)

  // A file with its provenance.
  const saved: Blob[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}` }))
  fireEvent.click(screen.getByText('Export'))
  const form = await waitFor(() => document.querySelector<HTMLFormElement>('.topic0-export-form form')!)
  fireEvent.click(form.querySelector('input[value="json"]')!)
  fireEvent.submit(form)
  await waitFor(() => expect(saved).toHaveLength(1))
  const file = await saved[0]!.text()
  expect(JSON.parse(file)).toMatchObject({ provenance: { network: { id: xone.id } } })
  expectNone(file)

  // Limits and queries stored by the browser.
  const kept = JSON.stringify(Object.entries(localStorage))
  expect(kept).toContain('topic0')
  expectNone(kept)
})
