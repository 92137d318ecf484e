import { readFileSync } from 'node:fs'
import { fireEvent, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import '../../../src/element.ts'
import type { LogExplorerElement } from '../../../src/element.ts'
import { startFakeNode } from '../../support/startFakeNode.ts'

afterEach(async () => {
  // It ends in a microtask.
  document.body.replaceChildren()
  await Promise.resolve()
})

/** An element on a fake node, as markup would create it. */
function open(attributes = '', chainId = 9_001): LogExplorerElement {
  const node = startFakeNode({ chainId, blocks: 300, logsPerBlock: 1 })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', ((input, init) =>
    (String(input).startsWith(node.url) ? node.fetch : fetch)(input, init)) as typeof fetch)
  document.body.innerHTML = `<log-explorer network="${chainId}" rpc="${node.url}" polling-interval="3600000" ${attributes}></log-explorer>`
  return document.querySelector('log-explorer')!
}

const root = () => document.querySelector('log-explorer')!.shadowRoot!
const find = (selector: string) => root().querySelector<HTMLElement>(selector)
const rowsAre = (count: number) =>
  waitFor(() => expect(find('[role=grid]')).toHaveAttribute('aria-rowcount', `${count + 1}`))

describe('properties and events', () => {
  test('a query is set, and reported when the user runs another one', async () => {
    const element = open()
    const heard: unknown[] = []
    element.addEventListener('querychange', ({ detail }) => heard.push(detail))
    await rowsAre(300)
    expect(element.query).toBeUndefined()
    element.query = { fromBlock: 10n, toBlock: 19n }
    await rowsAre(10)
    expect(heard).toEqual([])
    fireEvent.change(find('input[placeholder="earliest"]')!, { target: { value: '15' } })
    fireEvent.click(find('[type=submit]')!)
    await rowsAre(5)
    expect(heard).toEqual([{ fromBlock: 15n, toBlock: 19n, order: 'desc' }])
    expect(element.query).toEqual(heard[0])
    element.query = undefined
    await rowsAre(300)
  })

  test('names are looked up by a property', async () => {
    const element = open()
    element.properties = { resolveLabel: (_, { chainId }) => `Page ${chainId}` }
    await waitFor(() => expect(find('[data-index="0"]')).toHaveTextContent('Page 9001'))
  })

  test('a log and live updates are reported', async () => {
    const element = open()
    const heard: unknown[] = []
    element.addEventListener('logselect', ({ detail }) => heard.push(detail?.blockNumber))
    element.addEventListener('livechange', ({ detail }) => heard.push(detail))
    await rowsAre(300)
    fireEvent.click(find('[data-index="0"] > [aria-colindex="3"]')!)
    await waitFor(() => expect(heard).toEqual([299n]))
    expect(element.live).toBe(false)
    fireEvent.click(find('[role=switch]')!)
    expect(heard).toEqual([299n, true])
    expect(element.live).toBe(true)
    element.live = false
    await waitFor(() => expect(find('[role=switch]')).toHaveAttribute('aria-checked', 'false'))
    expect(heard).toEqual([299n, true])
  })

  test.each(['query', 'network'])(
    'a query set along with a network is shown on it: first the %s',
    async (first) => {
      const element = open()
      await rowsAre(300)
      element.query = { fromBlock: 10n, toBlock: 19n }
      await rowsAre(10)
      // The same value changes nothing.
      element.setAttribute('network', '9001')
      expect(element.query).toEqual({ fromBlock: 10n, toBlock: 19n })
      const node = startFakeNode({ chainId: 9_002, blocks: 200, logsPerBlock: 1 })
      vi.stubGlobal('fetch', node.fetch)
      const query = { fromBlock: 0n, toBlock: 4n }
      element.setAttribute('rpc', node.url)
      if (first === 'query') element.query = query
      element.setAttribute('network', '9002')
      if (first === 'network') element.query = query
      await rowsAre(5)
      expect(element.query).toEqual(query)
      // A query belongs to its network.
      await new Promise((resolve) => setTimeout(resolve))
      element.setAttribute('network', '9001')
      expect(element.query).toBeUndefined()
    },
  )

  test('a query set along with the removal of a network is shown; it ends with the network that the user leaves', async () => {
    const element = open()
    await rowsAre(300)
    element.query = { fromBlock: 10n, toBlock: 19n }
    await rowsAre(10)
    const node = startFakeNode({ chainId: 3721, blocks: 200, logsPerBlock: 1 })
    vi.stubGlobal('fetch', ((_, init) => node.fetch(node.url, init)) as typeof fetch)
    element.removeAttribute('rpc')
    element.removeAttribute('network')
    element.query = { fromBlock: 0n, toBlock: 4n }
    await rowsAre(5)
    expect(element.query).toEqual({ fromBlock: 0n, toBlock: 4n })
    fireEvent.change(find('.topic0-log-explorer-header select')!, { target: { value: '33772211' } })
    await waitFor(() => expect(element.query).toBeUndefined())
  })

  test("with `url-state`, the page's address has the query shown, also one that a script sets, on its network only", async () => {
    history.replaceState(null, '', '#')
    const node = startFakeNode({ chainId: 3721, blocks: 200, logsPerBlock: 1 })
    vi.stubGlobal('fetch', ((_, init) => node.fetch(node.url, init)) as typeof fetch)
    document.body.innerHTML = '<log-explorer url-state polling-interval="3600000"></log-explorer>'
    const element = document.querySelector('log-explorer')!
    element.properties = { defaultQuery: { fromBlock: 0n, toBlock: 1n } }
    await rowsAre(2)
    element.query = { fromBlock: 0n, toBlock: 4n }
    await rowsAre(5)
    element.query = { fromBlock: 0n, toBlock: 9n }
    await rowsAre(10)
    await waitFor(() => expect(location.hash).toMatch(/network=3721.*to=9/))
    fireEvent.change(find('.topic0-log-explorer-header select')!, { target: { value: '33772211' } })
    await waitFor(() => expect(location.hash).toBe('#network=33772211'))
    expect(element.query).toBeUndefined()
    history.replaceState(null, '', '#')
  })

  test('an error is reported', async () => {
    const element = open()
    const heard: Error[] = []
    element.addEventListener('logerror', ({ detail }) => heard.push(detail))
    element.query = { fromBlock: 9n, toBlock: 3n }
    await waitFor(() => expect(heard.map(({ name }) => name)).toEqual(['InvalidQueryError']))
  })

  test('the attribute decides about live updates until the user does', async () => {
    const element = open('live')
    const isOn = (on: boolean) =>
      waitFor(() => expect(find('[role=switch]')).toHaveAttribute('aria-checked', String(on)))
    await isOn(true)
    element.setAttribute('live', 'false')
    expect(element.live).toBe(false)
    await isOn(false)
    fireEvent.click(find('[role=switch]')!)
    await isOn(true)
    element.removeAttribute('live')
    expect(element.live).toBe(true)
  })
})

test('the documented parts are those in the shadow root', async () => {
  open()
  await rowsAre(300)
  fireEvent.click(find('[data-index="0"] > [aria-colindex="3"]')!)
  await waitFor(() => expect(find('[part=details]')).not.toBeNull())
  fireEvent.click(find('input[value="groups"]')!)
  await waitFor(() => expect(find('[part=groups]')).not.toBeNull())
  const parts = new Set([...root().querySelectorAll('[part]')].map((one) => one.getAttribute('part')))
  const [, section = ''] = readFileSync('docs/explorer.md', 'utf8').split('## Parts')
  const [table = ''] = section.split('##')
  const documented = [...table.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, name]) => name)
  expect(parts).toEqual(new Set(documented))
})
