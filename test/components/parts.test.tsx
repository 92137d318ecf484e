import { act, fireEvent, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { describeBin } from '../../src/components/BlockHistogram/bins.ts'
import { english } from '../../src/components/locales/english.ts'
import { StringsProvider } from '../../src/components/locales/StringsProvider.tsx'
import { LogDetails } from '../../src/components/LogDetails/LogDetails.tsx'
import { dataWords } from '../../src/components/LogDetails/RawLogSection.tsx'
import { CoverageBar } from '../../src/components/status/CoverageBar.tsx'
import { coverageSegments } from '../../src/components/status/coverageSegments.ts'
import type { EndpointView } from '../../src/components/status/EndpointView.ts'
import { LiveStatus } from '../../src/components/status/LiveStatus.tsx'
import { NetworkSelect } from '../../src/components/status/NetworkSelect.tsx'
import { NetworkStatus } from '../../src/components/status/NetworkStatus.tsx'
import { ScanProgress } from '../../src/components/status/ScanProgress.tsx'
import { CopyButton } from '../../src/components/ui/CopyButton.tsx'
import { toVisibleJson } from '../../src/components/values/toVisibleJson.ts'
import { ArchiveError } from '../../src/errors/ArchiveError.ts'
import type { HistogramBin } from '../../src/logs/analyze/histogram.ts'
import { connectivityOf } from '../../src/logs/ConnectivityStatus.ts'
import { toLogRecord } from '../../src/logs/export/toLogRecord.ts'
import { german } from '../../src/strings/de.ts'
import { makeRow } from './makeRow.ts'

describe('LogDetails', () => {
  const log = makeRow(3, {
    decoded: {
      name: 'Noted',
      signature: 'Noted(string,(bool,uint8[]))',
      source: 'known',
      args: [
        { name: 'note', type: 'string', value: `0x${'ab'.repeat(32)}`, indexed: true, hashed: true },
        {
          name: 'twice',
          type: '(bool,uint8[])',
          value: {
            fields: [
              { name: 'twice', type: 'bool', value: false },
              { name: 'twice', type: 'uint8[]', value: [4n, 5n] },
            ],
          },
          indexed: false,
          hashed: false,
        },
      ],
    },
  })

  test('shows each argument with its name, type and value, however deep', () => {
    render(<LogDetails log={log} />)
    expect(screen.getByRole('article', { name: /^Noted/ })).toHaveAttribute('data-state', 'decoded')
    const rows = screen.getAllByRole('row')
    expect(rows[1]).toHaveTextContent(/^notestringindexedhash0xabab/)
    expect(rows[2]).toHaveTextContent('twice(bool,uint8[])twice boolfalsetwice uint8[]0 41 5')
  })

  test('explains topics and data', () => {
    render(
      <LogDetails log={makeRow(3, { data: `0x${'1'.repeat(64)}${'2'.repeat(10)}`, decoded: undefined })} />,
    )
    expect(screen.getByText('1'.repeat(64))).toBeInTheDocument()
    expect(screen.getByText('2'.repeat(10))).toBeInTheDocument()
    expect(screen.getByText('0x20')).toBeInTheDocument()
    expect(screen.getByText('Not decoded')).toBeInTheDocument()
  })

  test('as JSON it loses no repeated name', () => {
    const json = JSON.parse(toVisibleJson(toLogRecord(log))) as {
      blockNumber: string
      decoded: { args: { value: unknown }[] }
    }
    expect(json.blockNumber).toBe('1003')
    expect(json.decoded.args[1]!.value).toEqual([
      { name: 'twice', type: 'bool', value: false },
      { name: 'twice', type: 'uint8[]', value: ['4', '5'] },
    ])
  })

  test('megabytes of data are truncated', () => {
    const { words, total } = dataWords(`0x${'0'.repeat(6_400_000)}`, 32)
    expect([words.length, total]).toEqual([32, 100_000])
  })
})

describe('CopyButton', () => {
  test('copies and confirms it', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    render(<CopyButton value={() => 'made late'} what="all" />)
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy all' })))
    expect(writeText).toHaveBeenCalledWith('made late')
    expect(screen.getByRole('button', { name: 'Copied' })).toHaveAttribute('data-state', 'copied')
    expect(screen.getByRole('status')).toHaveTextContent('Copied')
  })

  test('confirms a second copy for as long as the first', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.resolve() } })
    render(<CopyButton value="x" what="all" />)
    const button = screen.getByRole('button')
    const copyAndWait = async (time: number) => {
      await act(async () => fireEvent.click(button))
      act(() => void vi.advanceTimersByTime(time))
    }
    await copyAndWait(1_500)
    await copyAndWait(1_500)
    expect(button).toHaveAttribute('data-state', 'copied')
    act(() => void vi.advanceTimersByTime(200))
    expect(button).toHaveAttribute('data-state', 'idle')
  })

  test('reports when the browser refuses', async () => {
    vi.stubGlobal('navigator', {})
    render(<CopyButton value="x" what="all" />)
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy all' })))
    expect(screen.getByRole('button', { name: 'Could not copy' })).toHaveAttribute('data-state', 'failed')
  })
})

describe('coverage', () => {
  const whole = { from: 0n, to: 999n }
  const error = new Error('no')
  const interval = fc
    .tuple(fc.bigInt(-50n, 1_100n), fc.bigInt(0n, 400n))
    .map(([from, length]) => ({ from, to: from + length }))

  test('each block of the bar has one state: failed before pending before trimmed before verified', () => {
    fc.assert(
      fc.property(
        fc.array(interval),
        fc.array(interval),
        fc.array(interval),
        fc.array(interval),
        (verified, trimmed, pending, failures) => {
          const failed = failures.map((range) => ({ range, error }))
          const segments = coverageSegments({ verified, trimmed, pending, failed }, whole)
          const has = (set: readonly { from: bigint; to: bigint }[], block: bigint) =>
            set.some(({ from, to }) => from <= block && block <= to)
          for (let block = 0n; block < 1_000n; block += 37n) {
            const expected = has(failures, block)
              ? 'failed'
              : has(pending, block)
                ? 'pending'
                : has(trimmed, block)
                  ? 'trimmed'
                  : has(verified, block)
                    ? 'verified'
                    : undefined
            // At a thousand blocks each is a part of its own: nothing is merged yet.
            const found = segments.filter(({ range }) => range.from <= block && block <= range.to)
            expect(found.map(({ state }) => state)).toEqual(expected ? [expected] : [])
          }
          for (const { start, length } of segments) {
            expect(start).toBeGreaterThanOrEqual(0)
            expect(start + length).toBeLessThanOrEqual(1.000_01)
          }
        },
      ),
    )
  })

  test('a million intervals merge into at most as many parts as are visible', () => {
    const verified = Array.from({ length: 20_000 }, (_, index) => ({
      from: BigInt(index) * 10n,
      to: BigInt(index) * 10n + 4n,
    }))
    const segments = coverageSegments(
      { verified, trimmed: [], pending: [], failed: [] },
      { from: 0n, to: 199_999n },
    )
    expect(segments.length).toBeLessThan(1_100)
    // Merged parts still show their share.
    const blocks = segments.reduce((sum, segment) => sum + segment.blocks, 0n)
    expect(blocks).toBe(100_000n)
  })

  test('the bar describes its content in words', () => {
    const coverage = {
      verified: [{ from: 0n, to: 499n }],
      trimmed: [],
      pending: [],
      failed: [{ range: { from: 500n, to: 500n }, error }],
    }
    const { container } = render(<CoverageBar coverage={coverage} range={whole} />)
    expect(screen.getByRole('img')).toHaveAccessibleName(
      'Coverage: Complete 500 blocks, Failed 1 block, Not requested 499 blocks',
    )
    expect(container.firstElementChild).toHaveAttribute('data-state', 'failed')
  })

  test.each([
    [english, 'Coverage: Complete 500 blocks, Published by an archive 500 blocks'],
    [german, 'Abdeckung: Vollständig 500 Blöcke, Von einem Archiv veröffentlicht 500 Blöcke'],
  ])('the bar says which blocks an archive has published', (strings, name) => {
    const coverage = {
      verified: [whole],
      archived: [{ from: 0n, to: 499n }],
      trimmed: [],
      pending: [],
      failed: [],
    }
    const { container } = render(
      <StringsProvider strings={strings}>
        <CoverageBar coverage={coverage} range={whole} />
      </StringsProvider>,
    )
    expect(screen.getByRole('img')).toHaveAccessibleName(name)
    expect(container.firstElementChild).toHaveAttribute('data-state', 'complete')
  })

  test('incomplete coverage never shows 100%', () => {
    const coverage = {
      verified: [{ from: 0n, to: 999_998n }],
      trimmed: [],
      pending: [{ from: 999_999n, to: 999_999n }],
      failed: [],
    }
    render(<ScanProgress coverage={coverage} />)
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '99.9% read')
  })

  test('below a tenth of a percent, or of unknown blocks, it counts blocks', () => {
    const coverage = {
      verified: [{ from: 9_990n, to: 9_999n }],
      trimmed: [],
      pending: [{ from: 0n, to: 9_989n }],
      failed: [],
    }
    const { rerender } = render(<ScanProgress coverage={coverage} />)
    const bar = screen.getByRole('progressbar')
    expect(bar).toHaveTextContent(/^0.1% read$/)
    // The newest block is not known.
    rerender(<ScanProgress coverage={coverage} progress={{ fraction: 0 }} />)
    expect(bar).toHaveTextContent(/^10 blocks read$/)
    expect(bar).toHaveAttribute('aria-valuenow', '0')
  })

  test('blocks that do not exist yet are not being read', () => {
    const coverage = {
      verified: [{ from: 0n, to: 1_234n }],
      trimmed: [],
      pending: [{ from: 1_235n, to: 2_000n }],
      failed: [],
    }
    const { container, rerender } = render(
      <ScanProgress coverage={coverage} fetching={false} head={1_234n} />,
    )
    const bar = screen.getByRole('progressbar')
    const state = () => container.firstElementChild?.getAttribute('data-state')
    expect(bar).toHaveTextContent(/^Read to block 1,234$/)
    expect(state()).toBe('awaiting')
    // A head beyond unread blocks, or none: the scan was cancelled.
    rerender(<ScanProgress coverage={coverage} fetching={false} head={1_500n} />)
    expect(bar).toHaveTextContent(/^61.7% read$/)
    expect(state()).toBe('idle')
    rerender(<ScanProgress coverage={coverage} fetching={false} />)
    expect(state()).toBe('idle')
    rerender(<ScanProgress coverage={coverage} fetching head={1_234n} />)
    expect(state()).toBe('running')
  })

  test('a limit is not called complete, unless it left nothing out', () => {
    const coverage = { verified: [{ from: 50n, to: 59n }], trimmed: [], pending: [], failed: [] }
    const scan = { coverage, fetching: false }
    const { rerender } = render(<ScanProgress {...scan} progress={{ fraction: 1, read: 10n, total: 60n }} />)
    const bar = screen.getByRole('progressbar')
    expect(bar).toHaveTextContent(/^Limit reached$/)
    rerender(<ScanProgress {...scan} progress={{ fraction: 1, read: 10n, total: 10n }} />)
    expect(bar).toHaveTextContent(/^Complete$/)
    const trimmed = [{ from: 0n, to: 49n }]
    const archived = [{ from: 50n, to: 55n }]
    rerender(<ScanProgress {...scan} coverage={{ ...coverage, trimmed }} />)
    expect(bar).toHaveTextContent(/^Limit reached$/)
    rerender(<ScanProgress {...scan} coverage={{ ...coverage, trimmed, archived }} />)
    expect(bar).toHaveTextContent(/^Limit reached \(archive\)$/)
  })

  test('one button pauses and resumes, and keeps focus', () => {
    const coverage = { verified: [], trimmed: [], pending: [{ from: 50n, to: 59n }], failed: [] }
    const scan = { coverage, onPause() {}, onResume() {} }
    const { rerender } = render(<ScanProgress {...scan} />)
    const button = screen.getByRole('button', { name: 'Pause' })
    rerender(<ScanProgress {...scan} paused />)
    expect(screen.getByRole('button', { name: 'Resume' })).toBe(button)
  })

  test('while following, complete coverage is called history', () => {
    const coverage = { verified: [{ from: 0n, to: 9n }], trimmed: [], pending: [], failed: [] }
    const { rerender } = render(<ScanProgress coverage={coverage} />)
    expect(screen.getByRole('progressbar')).toHaveTextContent(/^Complete$/)
    rerender(<ScanProgress coverage={coverage} following />)
    expect(screen.getByRole('progressbar')).toHaveTextContent(/^Complete$/)
  })

  test('archived blocks are as their host has published them', () => {
    const verified = [{ from: 0n, to: 9n }]
    const coverage = { verified, archived: verified, trimmed: [], pending: [], failed: [] }
    render(<ScanProgress coverage={coverage} archive="logs.example.org" />)
    const bar = screen.getByRole('progressbar')
    expect(bar).toHaveTextContent(/^Complete \(archive\)$/)
    expect(bar).toHaveAttribute('title', 'As published by logs.example.org')
    render(
      <StringsProvider strings={german}>
        <ScanProgress coverage={coverage} archive="logs.example.org" />
        <NetworkStatus
          endpoints={[]}
          archive="logs.example.org"
          archiveError={
            new ArchiveError('logs.example.org', 'lacks 3 of the logs that a node has in blocks 5 to 9')
          }
        />
      </StringsProvider>,
    )
    expect(screen.getByTitle('Wie von logs.example.org veröffentlicht')).toBeInTheDocument()
    expect(screen.getByText(/^Archiv:/)).toHaveTextContent('Archiv: logs.example.org')
    expect(screen.getByText('Das Archiv logs.example.org kann nicht verwendet werden.')).toBeInTheDocument()
    expect(screen.getByText(/verschweigt 3 der Logs/)).toBeInTheDocument()
    expect(screen.getByText('verifyArchive').closest('code')).toBeInTheDocument()
    expect(screen.queryByText(/`/)).toBeNull()
  })
})

describe('each status is shown once', () => {
  const live = { status: 'live', source: 'socket', pollingInterval: undefined, lastUpdated: 0 } as const

  test('live: by the switch, else by the status', () => {
    const { rerender } = render(<LiveStatus live={live} onSwitch={() => {}} />)
    expect(screen.getAllByText('Live')).toHaveLength(1)
    expect(screen.getByRole('status')).toHaveTextContent(/^Via WebSocket$/)
    rerender(<LiveStatus live={live} />)
    expect(screen.getByRole('status')).toHaveTextContent(/^Live Via WebSocket$/)
  })

  test.each([
    [1, '1 log removed: chain reorganized from block 4,000.'],
    [3_988, '3,988 logs removed: chain reorganized from block 4,000.'],
  ])('a reorganization that removed %s logs', (removed, text) => {
    render(<LiveStatus live={live} reorg={{ from: 4_000n, removed }} />)
    expect(screen.getByText(text)).toBeVisible()
  })

  test('paused: by the live status, else by the progress', () => {
    const coverage = { verified: [], trimmed: [], pending: [{ from: 50n, to: 59n }], failed: [] }
    const { rerender } = render(<ScanProgress coverage={coverage} paused />)
    expect(screen.getByText('Paused')).toBeVisible()
    rerender(
      <>
        <LiveStatus live={{ ...live, status: 'paused' }} onSwitch={() => {}} />
        <ScanProgress coverage={coverage} paused following />
      </>,
    )
    expect(screen.getAllByText('Paused')).toHaveLength(1)
    expect(screen.getByRole('status')).toHaveTextContent(/^Paused$/)
  })
})

describe('networks', () => {
  test('another one can be chosen', () => {
    const onChange = vi.fn<(id: number) => void>()
    const networks = [
      { id: 1, name: 'One' },
      { id: 2, name: 'Two', testnet: true },
    ]
    render(<NetworkSelect networks={networks} value={1} onChange={onChange} />)
    expect(screen.getByRole('option', { name: 'Two (testnet)' })).toBeInTheDocument()
    fireEvent.change(screen.getByLabelText('Network'), { target: { value: '2' } })
    expect(onChange).toHaveBeenCalledWith(2)
  })

  test('an unknown one is named by its id', () => {
    render(<NetworkSelect networks={[{ id: 1, name: 'One' }]} value={5} />)
    expect(screen.getByLabelText('Network')).toHaveDisplayValue('Chain 5')
  })

  test('unread blocks are not described as without logs', () => {
    const bin = { from: 1n, to: 9n, count: 0 }
    const said = (state: HistogramBin['state'], count = 0) =>
      describeBin({ ...bin, state, count }, undefined, english).logs
    expect(said('failed')).toBeUndefined()
    expect(said('notRequested')).toBeUndefined()
    expect(said('failed', 2)).toBe('2 logs')
    expect(said('verified')).toBe('0 logs')
  })

  const endpoint: EndpointView = { name: 'a.example', type: 'http', state: 'ok', head: 1_000n, latency: 12.6 }

  test.each([
    [['ok', 'ok'], 'ok'],
    [['ok', 'paused'], 'degraded'],
    [['unreachable', 'wrong-network'], 'down'],
    [['idle'], 'idle'],
    [[], 'idle'],
  ] as const)('endpoints that are %j make a network that is %s', (states, state) => {
    const endpoints = states.map((one, index) => ({ ...endpoint, name: `${index}.example`, state: one }))
    const { container } = render(<NetworkStatus endpoints={endpoints} />)
    expect(container.firstElementChild).toHaveAttribute('data-state', state)
  })

  test('endpoints that all serve another network are not said to be silent', () => {
    const endpoints = [{ ...endpoint, state: 'wrong-network' } as const]
    const { container } = render(
      <>
        <NetworkStatus endpoints={endpoints} />
        <LiveStatus live={undefined} on connectivity={connectivityOf(endpoints)} />
      </>,
    )
    expect(screen.getByText('The endpoints serve another network. Trying again…')).toBeVisible()
    expect(screen.getAllByText('Wrong network')).toHaveLength(3)
    expect(container).not.toHaveTextContent('No endpoint responds')
  })

  test.each([
    [{ head: undefined, respondedAt: undefined }, 'Not used yet'],
    [{ head: 1_000n, respondedAt: undefined }, 'Not in use'],
    [{ head: undefined, respondedAt: Date.now() - 3_600_000 }, 'Not in use'],
  ])('an idle WebSocket with %o is %s', (facts, text) => {
    const idle = { ...endpoint, ...facts, type: 'webSocket', state: 'idle' } as const
    render(<NetworkStatus endpoints={[endpoint, idle]} />)
    expect(screen.getAllByRole('listitem')[1]).toHaveTextContent(`WebSocket${text}`)
  })

  test('an endpoint shows its head, latency, limits and error', () => {
    render(
      <NetworkStatus
        endpoints={[{ ...endpoint, limits: { blockRange: 5_000 }, error: new Error('It naps.') }]}
      />,
    )
    expect(screen.getAllByRole('listitem')[0]).toHaveTextContent(
      'a.exampleRespondingLatest block1,000Latency13 msAt most 5,000 blocks per requestIt naps.',
    )
  })
})

test('the region that announces a reorganization is there before its text', () => {
  const { container, rerender } = render(<LiveStatus live={undefined} on />)
  const region = container.querySelector('[aria-live]')
  expect(region).toHaveTextContent(/^$/)
  rerender(<LiveStatus live={undefined} on reorg={{ from: 1_234n, removed: 2 }} />)
  expect(region).toHaveTextContent('2 logs removed: chain reorganized from block 1,234.')
})

test('a reorganization that removed no logs is announced without a number', () => {
  render(<LiveStatus live={undefined} on reorg={{ from: 1_234n, removed: 0 }} />)
  expect(screen.getByText('Reorganized: read again from block 1,234.')).toBeVisible()
})

test('the age of stale data is visible, and not announced every second', () => {
  const stale = { status: 'stale', source: 'socket', pollingInterval: undefined, lastUpdated: 0 } as const
  const { rerender } = render(<LiveStatus live={stale} now={5_000} />)
  const said = () => screen.getByRole('status').textContent
  expect(screen.getByText(/last update 5 sec ago/)).toBeVisible()
  expect(said()).toBe('Not up to date')
  rerender(<LiveStatus live={stale} now={6_000} />)
  expect(screen.getByText(/last update 6 sec ago/)).toBeVisible()
  expect(said()).toBe('Not up to date')
  rerender(<LiveStatus live={{ ...stale, status: 'catching-up' }} now={6_000} />)
  expect(said()).toBe('Catching up…')
})

test('without an update so far, none is said to be the last one', () => {
  const never = {
    status: 'stale',
    source: 'polling',
    pollingInterval: undefined,
    lastUpdated: undefined,
  } as const
  const since = { staleSince: 0, connectivity: 'unreachable' } as const
  const { container } = render(<LiveStatus live={{ ...never, ...since }} now={5_000} />)
  expect(container).not.toHaveTextContent('last update')
  expect(screen.getAllByText('No endpoint responds')[0]).toBeVisible()
})

test('live updates that have never been up to date are starting, not catching up', () => {
  const state = {
    status: 'catching-up',
    source: 'polling',
    pollingInterval: 4_000,
    lastUpdated: undefined,
  } as const
  const { rerender } = render(<LiveStatus live={undefined} on />)
  expect(screen.getByRole('status')).toHaveTextContent('Starting…')
  rerender(<LiveStatus live={state} />)
  expect(screen.getByRole('status')).toHaveTextContent('Starting…')
})

test('strings can be replaced, and the others stay', () => {
  render(
    <StringsProvider strings={{ network: 'Netz', locale: 'de' }}>
      <NetworkSelect networks={[{ id: 2, name: 'Zwei', testnet: true }]} value={2} />
      <NetworkStatus
        endpoints={[{ name: 'a.example', type: 'http', state: 'ok', head: 1_000n, latency: undefined }]}
      />
    </StringsProvider>,
  )
  expect(screen.getByLabelText('Netz')).toBeInTheDocument()
  expect(screen.getByText('1.000')).toBeInTheDocument()
  expect(screen.getByText('Zwei (testnet)')).toBeInTheDocument()
})

test('the proxy check runs on request, and its result is next to the contract', () => {
  const onCheck = vi.fn()
  const log = makeRow(1)
  const { rerender } = render(<LogDetails log={log} proxySearch={{ status: 'idle', onCheck }} />)
  fireEvent.click(screen.getByRole('button', { name: 'Check for a proxy' }))
  expect(onCheck).toHaveBeenCalledOnce()
  rerender(<LogDetails log={log} proxySearch={{ status: 'loading', onCheck }} />)
  fireEvent.click(screen.getByRole('button', { name: 'Checking…' }))
  expect(onCheck).toHaveBeenCalledOnce()
  const error = new Error('No answer.')
  rerender(<LogDetails log={log} proxySearch={{ status: 'error', error, onCheck }} />)
  expect(screen.getByText('No answer.')).toBeInTheDocument()
  rerender(<LogDetails log={log} proxySearch={{ status: 'success', onCheck }} />)
  expect(screen.getByText('Not a common kind of proxy.')).toBeInTheDocument()
  const implementation = `0x${'1d'.repeat(20)}` as const
  rerender(
    <LogDetails log={log} proxySearch={{ status: 'success', onCheck }} implementation={implementation} />,
  )
  expect(screen.getByText('Implementation')).toBeInTheDocument()
})
