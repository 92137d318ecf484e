import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { toShareLink } from '../../../src/logs/filter/formats/toShareLink.ts'
import type { LogExplorerProps } from '../../../src/widget/LogExplorer.tsx'
import { renderExplorer } from '../renderExplorer.tsx'
import { twoNetworks } from '../twoNetworks.ts'

/** The width of the explorer. */
let width: number

beforeEach(() => {
  width = 360
  document.documentElement.style.fontSize = '16px'
  class Observer {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Observer)
  const measure = Element.prototype.getBoundingClientRect
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.matches('.topic0-log-explorer') ? new DOMRect(0, 0, width, 700) : measure.call(this)
  })
})

afterEach(() => {
  document.documentElement.removeAttribute('style')
  history.replaceState(null, '', location.pathname)
})

async function open(hash = '', props: LogExplorerProps = {}) {
  // A page of its own, above those of other tests.
  history.pushState({ page: 1 }, '', `${location.pathname}${hash}`)
  const onQueryChange = vi.fn()
  renderExplorer({ config: twoNetworks().config, urlState: true, onQueryChange, ...props })
  await waitFor(() => expect(rows().length).toBeGreaterThan(0))
  onQueryChange.mockClear()
  return { steps: history.length, onQueryChange }
}

// By selector: querying roles in the whole explorer is slow.
const rows = () => document.querySelectorAll<HTMLElement>('[role=row][data-state] [role=gridcell]')
const details = () => document.querySelector('.topic0-log-details')
const hash = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)))

async function openDetails() {
  fireEvent.click(rows()[1]!)
  await waitFor(() => expect(details()).not.toBeNull())
}

/** Does something that navigates the history, and waits for the browser. */
async function navigate(run: () => void) {
  const arrived = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  await act(async () => {
    run()
    await arrived
  })
}

const back = () => navigate(() => history.back())

test('Back closes details over the table, and keeps the query', async () => {
  const link = toShareLink({ fromBlock: 5n, toBlock: 9n })
  const { steps, onQueryChange } = await open(link)
  await openDetails()
  expect(history.length).toBe(steps + 1)
  await back()
  expect(details()).toBeNull()
  expect(location.hash).toBe(link)
  expect(history.state).toEqual({ page: 1 })
  expect(onQueryChange).not.toHaveBeenCalled()
  await openDetails()
  expect(history.length).toBe(steps + 1)
})

test("without URL state, the history is the page's alone", async () => {
  const { steps } = await open('', { urlState: false })
  await openDetails()
  expect(history.length).toBe(steps)
  expect(history.state).toEqual({ page: 1 })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(details()).toBeNull()
  expect(history.state).toEqual({ page: 1 })
})

test('a step that a reload left is used again', async () => {
  const { steps } = await open()
  history.pushState({ page: 1, 'topic0-step': 0.5 }, '')
  await openDetails()
  expect(history.length).toBe(steps + 1)
  await back()
  expect(details()).toBeNull()
  expect(history.state).toEqual({ page: 1 })
})

test('details that are opened again before the browser went back have a step', async () => {
  const { steps } = await open()
  await openDetails()
  const arrived = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.click(rows()[1]!)
  await act(async () => void (await arrived))
  expect(details()).not.toBeNull()
  expect(history.length).toBe(steps + 1)
  await back()
  expect(details()).toBeNull()
  expect(history.state).toEqual({ page: 1 })
})

test('closed by its button, details leave no step', async () => {
  await open()
  await openDetails()
  expect(history.state).not.toEqual({ page: 1 })
  await navigate(() => fireEvent.click(screen.getByRole('button', { name: 'Close' })))
  expect(history.state).toEqual({ page: 1 })
  expect(details()).toBeNull()
})

test('Back closes the form over the table', async () => {
  await open()
  const button = screen.getByRole('button', { name: 'Filter' })
  fireEvent.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  await back()
  expect(button).toHaveAttribute('aria-expanded', 'false')
})

test('a query takes the step of the form it was run from', async () => {
  const { steps } = await open()
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
  fireEvent.change(screen.getByLabelText('From block'), { target: { value: '10' } })
  fireEvent.change(screen.getByLabelText('To block'), { target: { value: '19' } })
  fireEvent.click(await screen.findByText('Read logs'))
  await waitFor(() => expect(hash()).toMatchObject({ from: '10', to: '19' }))
  expect(history.length).toBe(steps + 1)
  await back()
  expect(location.hash).toBe('')
  expect(history.state).toEqual({ page: 1 })
})

test('a view that is changed beside open details stays when Back closes them', async () => {
  await open(toShareLink({ fromBlock: 5n, toBlock: 9n }))
  await openDetails()
  fireEvent.click(screen.getByRole('radio', { name: 'Groups' }))
  await waitFor(() => expect(hash()).toMatchObject({ pane: 'groups' }))
  await back()
  expect(hash()).toMatchObject({ pane: 'groups', from: '5' })
  expect(details()).toBeNull()
})

test('details next to the table are no step', async () => {
  width = 1_600
  const { steps } = await open()
  await openDetails()
  expect(history.length).toBe(steps)
})

/**
 * Next's App Router, in short: it learns an address from a write without its mark, and replaces each entry's state with its own. Returns
 * what `router.refresh()` does.
 */
function startAppRouter() {
  let known = location.href
  const [push, replace] = [history.pushState.bind(history), history.replaceState.bind(history)]
  const refresh = () => replace({ __NA: true }, '', known)
  const write = (original: typeof push) => (state: { __NA?: true } | null, title: string, url?: unknown) => {
    if (!state?.__NA && url !== undefined) known = new URL(String(url), location.href).href
    original({ ...state, __NA: true }, title, url as string)
  }
  vi.spyOn(history, 'pushState').mockImplementation(write(push))
  vi.spyOn(history, 'replaceState').mockImplementation(write(replace))
  const onNavigate = () => {
    known = location.href
    // Its screen is drawn later.
    queueMicrotask(refresh)
  }
  addEventListener('popstate', onNavigate)
  onTestFinished(() => removeEventListener('popstate', onNavigate))
  return refresh
}

test("Next's App Router learns of a query and of a view that is changed beside open details", async () => {
  const refresh = startAppRouter()
  await open(toShareLink({ fromBlock: 5n, toBlock: 9n }))
  refresh()
  await openDetails()
  fireEvent.click(screen.getByRole('radio', { name: 'Groups' }))
  await waitFor(() => expect(hash()).toMatchObject({ pane: 'groups' }))
  refresh()
  expect(hash()).toMatchObject({ pane: 'groups' })
  await back()
  expect(details()).toBeNull()
  expect(hash()).toMatchObject({ pane: 'groups', from: '5' })
})

test("the entries of Next's Pages Router, which restores the address in their state, have the one of the query", async () => {
  await open(toShareLink({ fromBlock: 5n, toBlock: 9n }))
  history.replaceState({ __N: true, url: '/', as: '/' }, '')
  fireEvent.click(screen.getByRole('radio', { name: 'Groups' }))
  await waitFor(() => expect(hash()).toMatchObject({ pane: 'groups' }))
  expect(history.state).toEqual({ __N: true, url: '/', as: `${location.pathname}${location.hash}` })
})
