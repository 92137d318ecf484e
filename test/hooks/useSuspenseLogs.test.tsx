import { QueryClient, QueryClientProvider, QueryErrorResetBoundary } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { Activity, Component, StrictMode, Suspense, type ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { LogsProvider } from '../../src/hooks/LogsProvider.tsx'
import { useSuspenseLogs, type UseSuspenseLogsParameters } from '../../src/hooks/useSuspenseLogs.ts'
import type { LogsConfig } from '../../src/query/LogsConfig.ts'
import { fakeConfig } from '../support/renderHooks.tsx'

class Boundary extends Component<
  { children: ReactNode; onReset?: (() => void) | undefined },
  { error: Error | undefined }
> {
  override state = { error: undefined as Error | undefined }
  static getDerivedStateFromError(error: Error) {
    return { error }
  }
  override render() {
    if (!this.state.error) return this.props.children
    const again = () => {
      this.props.onReset?.()
      this.setState({ error: undefined })
    }
    return (
      <button type="button" onClick={again}>
        {this.state.error.message}
      </button>
    )
  }
}

/** Every result that was rendered. */
const seen: ReturnType<typeof useSuspenseLogs>[] = []

function Logs(parameters: UseSuspenseLogsParameters) {
  const logs = useSuspenseLogs(parameters)
  seen.push(logs)
  return <output>{`${logs.data.length} logs${logs.isComplete ? '' : ' so far'}`}</output>
}

function showIn(config: LogsConfig, children: ReactNode, queryClient = new QueryClient()) {
  return render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LogsProvider config={config}>
          <QueryErrorResetBoundary>
            {({ reset }) => (
              <Boundary onReset={reset}>
                <Suspense fallback="reading">{children}</Suspense>
              </Boundary>
            )}
          </QueryErrorResetBoundary>
        </LogsProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}

beforeEach(() => {
  seen.length = 0
})

describe('useSuspenseLogs', () => {
  test('shows the fallback until every block was read, and reads once', async () => {
    const { node, config } = fakeConfig({ blocks: 2_000, latency: 5 })
    node.faults.maxBlockRange = 100
    showIn(config, <Logs fromBlock={0n} toBlock={1_900n} />)
    expect(screen.getByText('reading')).toBeTruthy()
    const expected = node.chain.logs({}, 0n, 1_900n).length
    expect(await screen.findByText(`${expected} logs`)).toBeTruthy()
    expect(seen.every(({ isComplete, isSuccess }) => isComplete && isSuccess)).toBe(true)
    const ranges = node.callsOf('eth_getLogs').map(({ params }) => JSON.stringify(params))
    expect(new Set(ranges).size).toBe(ranges.length)
  })

  test('suspends until the first rows on request, and shows the others as they arrive', async () => {
    let isHeld = true
    const { node, config } = fakeConfig({ blocks: 2_000, latency: () => (isHeld ? 20 : 0) })
    node.faults.maxBlockRange = 50
    showIn(config, <Logs fromBlock={0n} toBlock={1_900n} suspendUntil="first-rows" />)
    await screen.findByText(/so far/)
    expect(seen[0]!.data.length).toBeGreaterThan(0)
    isHeld = false
    expect(await screen.findByText(`${node.chain.logs({}, 0n, 1_900n).length} logs`)).toBeTruthy()
    expect(screen.queryByText('reading')).toBeNull()
  })

  test('a range without logs is an empty list', async () => {
    const { config } = fakeConfig({ logsPerBlock: 0 })
    showIn(config, <Logs fromBlock={0n} toBlock={100n} suspendUntil="first-rows" />)
    expect(await screen.findByText('0 logs')).toBeTruthy()
  })

  test.each(['complete', 'first-rows'] as const)(
    'an error goes to the boundary, and a reset reads again (until %s)',
    async (suspendUntil) => {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      const { node, config } = fakeConfig()
      node.faults.refuse = { eth_getLogs: { code: -32003, message: 'response too large' } }
      showIn(config, <Logs fromBlock={250n} toBlock={250n} suspendUntil={suspendUntil} />)
      const button = await screen.findByRole('button')
      expect(button.textContent).toContain('250')
      // A reset is for one read: if that fails too, it is an error again.
      const sent = node.callsOf('eth_getLogs').length
      act(() => button.click())
      await screen.findByText('reading')
      const again = await screen.findByRole('button')
      expect(node.callsOf('eth_getLogs').length).toBe(2 * sent)
      node.faults.refuse = {}
      act(() => again.click())
      const expected = node.chain.logs({}, 250n, 250n).length
      expect(await screen.findByText(`${expected} logs`)).toBeTruthy()
    },
  )

  test('until complete, a block that cannot be read is an error, with rows or without', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { node, config } = fakeConfig()
    node.faults.respond = ({ method, params }) => {
      const [filter] = params as [{ fromBlock?: string; toBlock?: string } | undefined]
      const isHit = Number(filter?.fromBlock) <= 100 && Number(filter?.toBlock) >= 100
      return method === 'eth_getLogs' && isHit
        ? { error: { code: -32003, message: 'response too large' } }
        : undefined
    }
    showIn(config, <Logs fromBlock={0n} toBlock={200n} />)
    expect((await screen.findByRole('button')).textContent).toContain('100')
  })

  test('a node that does not answer is an error, until it does', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { node, config } = fakeConfig()
    node.faults.down = 'cors'
    showIn(config, <Logs fromBlock={0n} toBlock={10n} />)
    const button = await screen.findByRole('button', {}, { timeout: 60_000 })
    expect(button.textContent).toContain('could not be reached')
    expect(seen).toEqual([])
    // The next failure pauses the endpoint for longer than any call waits.
    vi.spyOn(Math, 'random').mockReturnValue(0.99)
    node.clearCalls()
    act(() => button.click())
    await screen.findByText('reading')
    const again = await screen.findByRole('button', {}, { timeout: 60_000 })
    expect(node.calls).not.toEqual([])
    node.faults.down = undefined
    act(() => again.click())
    const { length } = node.chain.logs({}, 0n, 10n)
    expect(await screen.findByText(`${length} logs`, {}, { timeout: 60_000 })).toBeTruthy()
  })

  test('invalid parameters, and those that are not known yet, go to the boundary', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { node, config } = fakeConfig()
    showIn(config, <Logs address={undefined} />)
    expect((await screen.findByRole('button')).textContent).toContain('address')
    expect(node.calls).toEqual([])
  })

  test('does not suspend again while it is read again, nor for another component', async () => {
    const { node, config } = fakeConfig()
    const queryClient = new QueryClient()
    const { rerender } = showIn(config, <Logs fromBlock={0n} />, queryClient)
    await screen.findByText(/logs/)
    node.chain.mine(5)
    const before = seen.length
    await act(() => queryClient.refetchQueries())
    await screen.findByText(`${node.chain.logs({}, 0n, node.chain.head).length} logs`)
    expect(seen.slice(before).every(({ data }) => data.length > 0)).toBe(true)
    expect(screen.queryByText('reading')).toBeNull()
    rerender(<></>)
  })

  test('stays live inside a hidden and shown Activity', async () => {
    const { node, config } = fakeConfig()
    const queryClient = new QueryClient()
    const tree = (mode: 'visible' | 'hidden') => (
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <LogsProvider config={config}>
            <Activity mode={mode}>
              <Suspense fallback="reading">
                <Logs fromBlock={250n} live pollingInterval={10} />
              </Suspense>
            </Activity>
          </LogsProvider>
        </QueryClientProvider>
      </StrictMode>
    )
    const count = () => node.chain.logs({}, 250n, node.chain.head).length
    const { rerender } = render(tree('hidden'))
    // Read ahead, not followed.
    await waitFor(() => expect(seen.at(-1)?.data.length).toBe(count()))
    rerender(tree('visible'))
    await screen.findByText(`${count()} logs`)
    await waitFor(() => expect(seen.at(-1)!.live?.status).toBe('live'))
    rerender(tree('hidden'))
    act(() => void node.chain.mine(3))
    rerender(tree('visible'))
    await screen.findByText(`${count()} logs`)
  })
})
