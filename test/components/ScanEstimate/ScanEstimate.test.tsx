import { act, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { english } from '../../../src/components/locales/english.ts'
import { ScanConfirmation } from '../../../src/components/ScanEstimate/ScanConfirmation.tsx'
import { ScanEstimate } from '../../../src/components/ScanEstimate/ScanEstimate.tsx'
import { BudgetMeter } from '../../../src/components/status/BudgetMeter.tsx'
import { NetworkStatus } from '../../../src/components/status/NetworkStatus.tsx'
import { ScanProgress } from '../../../src/components/status/ScanProgress.tsx'
import { formatAge } from '../../../src/components/values/formatAge.ts'
import { formatDuration } from '../../../src/components/values/formatDuration.ts'
import { formatDurationRange } from '../../../src/components/values/formatDurationRange.ts'
import { formatShare } from '../../../src/components/values/formatShare.ts'
import { german } from '../../../src/strings/de.ts'
import { makeEstimate } from './makeEstimate.ts'

describe('formatted figures', () => {
  test.each([
    [0.2, '1 sec'],
    [90, '90 sec'],
    [150, '3 min'],
    [3 * 3_600, '3 hr'],
    [100 * 86_400, '3 mths'],
    [-5, '1 sec'],
  ])('%d seconds read %s', (seconds, text) => {
    expect(formatDuration(seconds, 'en')).toBe(text)
  })

  test.each([
    [{ low: 2, high: 7.6 }, '2–8 sec'],
    [{ low: 4, high: 300 }, '4 sec–5 min'],
    [{ low: 0.3, high: 0.6 }, '1 sec'],
  ])('%j seconds read %s', (seconds, text) => {
    expect(formatDurationRange(seconds, 'en')).toBe(text)
  })

  test.each([
    [0, '0%'],
    [0.00004, '< 0.1%'],
    [0.0126, '1.3%'],
    [0.126, '13%'],
    [0.99, '99%'],
    [0.9996, '99.9%'],
    [1, '100%'],
    [25, '2,500%'],
  ])('a share of %d reads %s', (share, text) => {
    expect(formatShare(share, 'en')).toBe(text)
  })

  test.each([
    [100, '0s ago'],
    [99.8, '0s ago'],
    [97, '3s ago'],
    [103, 'in 3s'],
  ])('the age of %d at 100 reads %s', (seconds, text) => {
    expect(formatAge(seconds, 100, 'en')).toBe(text)
  })

  test('of one is singular', () => {
    expect(english.limitRate('1')).toBe('At most 1 request per second')
    expect(english.budgetUnmetered('1')).toBe('1 request, no limit')
    expect(english.newestBlocks('1')).toBe('last block')
    expect(german.limitRate('1')).toBe('Höchstens 1 Anfrage pro Sekunde')
  })
})

describe('ScanEstimate', () => {
  test('shows requests, time, share, and the blocks to read of those requested', () => {
    const { container } = render(<ScanEstimate estimate={makeEstimate()} />)
    expect(screen.getByRole('region', { name: 'Estimated cost' })).toHaveTextContent(
      'Estimated cost12–15 requests2–6 sec1.2%–1.5% of the daily budget12,000 blocks to read8,000 cached or archived',
    )
    expect(container.firstElementChild).toHaveAttribute('data-state', 'ready')
  })

  test.each([
    ['exceeds', { estimate: makeEstimate({ exceedsBudget: true }) }],
    ['exceeds', { estimate: makeEstimate(), needsConfirmation: true }],
    ['free', { estimate: makeEstimate({ requests: { low: 0, high: 0 } }) }],
    ['pending', { estimate: undefined, pending: true }],
    ['error', { estimate: undefined, error: new Error('No.') }],
    ['empty', { estimate: undefined }],
  ] as const)('is %s', (state, props) => {
    const { container } = render(<ScanEstimate {...props} />)
    expect(container.firstElementChild).toHaveAttribute('data-state', state)
  })

  test('shows why it failed', () => {
    render(<ScanEstimate estimate={undefined} error={new Error('The newest block could not be read.')} />)
    expect(screen.getByText('The newest block could not be read.')).toBeInTheDocument()
  })

  test('wide bounds are explained where logs were never counted', () => {
    const wide = { density: 'unknown', requests: { low: 5, high: 50 } } as const
    const { rerender } = render(<ScanEstimate estimate={makeEstimate(wide)} />)
    expect(screen.getByText(/little is known about these logs/)).toBeInTheDocument()
    rerender(<ScanEstimate estimate={makeEstimate({ density: 'unknown' })} />)
    expect(screen.queryByText(/little is known about these logs/)).toBeNull()
  })
})

describe('ScanConfirmation', () => {
  const draw = (patch: Parameters<typeof makeEstimate>[0]) => {
    const onConfirm = vi.fn<() => void>()
    const onDismiss = vi.fn<() => void>()
    render(<ScanConfirmation estimate={makeEstimate(patch)} onConfirm={onConfirm} onDismiss={onDismiss} />)
    return { onConfirm, onDismiss, dialog: screen.getByRole('alertdialog') }
  }

  test.each([
    [
      { exceedsBudget: true, requests: { low: 2_000, high: 2_010 } },
      'This takes 2,000–2,010 requests, with 900 left in',
    ],
    [
      { exceedsBudget: true, requests: { low: 100, high: 2_000 } },
      'This may take up to 2,000 requests, with 900',
    ],
    [{ share: { low: 0.4, high: 0.45 } }, 'This may take up to 15 requests: 45% of the daily budget.'],
    [{ share: undefined }, 'This may take up to 15 requests.'],
  ])('%j', (patch, words) => {
    const { dialog } = draw(patch)
    expect(dialog).toHaveAccessibleDescription(expect.stringContaining(words) as string)
  })

  test('says that a scan beyond an enforced budget stops', () => {
    const { basis } = makeEstimate()
    const { dialog } = draw({ exceedsBudget: true, basis: { ...basis, enforced: true } })
    expect(dialog).toHaveAccessibleDescription(
      expect.stringContaining('The scan stops when the budget is used up.') as string,
    )
  })

  test('focuses the answer that costs nothing, and Escape gives that answer', () => {
    const { dialog, onConfirm, onDismiss } = draw({ exceedsBudget: true })
    expect(screen.getByRole('button', { name: 'Not now' })).toHaveFocus()
    fireEvent.keyDown(dialog, { key: 'Escape' })
    expect(onDismiss).toHaveBeenCalledOnce()
    fireEvent.click(screen.getByRole('button', { name: 'Run anyway' }))
    expect(onConfirm).toHaveBeenCalledOnce()
  })
})

describe('BudgetMeter', () => {
  const budget = { used: 0, quota: 1_000, resetsAt: 7_200_000 }

  test.each([
    ['unknown', undefined],
    ['unmetered', { ...budget, quota: undefined }],
    ['empty', budget],
    ['partial', { ...budget, used: 799 }],
    ['low', { ...budget, used: 800 }],
    ['spent', { ...budget, used: 1_000 }],
  ])('is %s', (state, given) => {
    const { container } = render(<BudgetMeter budget={given} now={0} />)
    expect(container.firstElementChild).toHaveAttribute('data-state', state)
  })

  test('shows the used share and when it resets', () => {
    render(<BudgetMeter budget={{ ...budget, used: 250 }} now={0} />)
    expect(screen.getByRole('meter', { name: 'Today’s budget' })).toHaveAttribute(
      'aria-valuetext',
      '250 of 1,000 requests',
    )
    expect(screen.getByText('Resets in 2 hr')).toBeInTheDocument()
  })

  test('a spent budget can be exceeded, which is then shown', () => {
    const onIgnoreBudget = vi.fn<() => void>()
    const spent = { ...budget, used: 1_500 }
    const { rerender } = render(<BudgetMeter budget={spent} now={0} onIgnoreBudget={onIgnoreBudget} />)
    fireEvent.click(screen.getByRole('button', { name: 'Exceed it today' }))
    expect(onIgnoreBudget).toHaveBeenCalledOnce()
    rerender(<BudgetMeter budget={{ ...spent, ignored: true }} now={0} onIgnoreBudget={onIgnoreBudget} />)
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByText(/may exceed it until it resets/)).toBeInTheDocument()
  })
})

describe('NetworkStatus', () => {
  const endpoint = { name: 'a.example', type: 'http', state: 'paused', head: 9n, latency: 5 } as const

  test('shows which limits were learned, when, and from which message', () => {
    const learned = {
      limit: 'blockRange',
      value: 10_000,
      learnedAt: 0,
      details: 'max range is 10000',
    } as const
    render(
      <NetworkStatus
        endpoints={[{ ...endpoint, limits: { blockRange: 10_000, batch: 5 }, learnedLimits: [learned] }]}
        now={125_000}
      />,
    )
    expect(screen.getByText(/At most 10,000 blocks per request/)).toHaveTextContent(
      'At most 10,000 blocks per request, learned 2m ago from an errormax range is 10000',
    )
    expect(screen.getByText('At most 5 requests per batch')).toBeInTheDocument()
  })

  test('marks outdated limits, unless they were learned again', () => {
    const expired = { blockRange: 10_000, batch: 9 }
    render(
      <NetworkStatus
        endpoints={[{ ...endpoint, limits: { batch: 5 }, expiredLimits: expired }]}
        now={125_000}
      />,
    )
    expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual(
      expect.arrayContaining([
        'At most 10,000 blocks per request, outdated, will be tested again soon',
        'At most 5 requests per batch',
      ]),
    )
    expect(screen.queryByText(/At most 9/)).toBeNull()
  })

  test('shows which methods an endpoint does not support, and how many of its logs were rejected', () => {
    const unavailable = [{ method: 'eth_getLogs', until: 3_725_000, details: 'paid tier only' }]
    render(<NetworkStatus endpoints={[{ ...endpoint, unavailable, rejected: 1_204 }]} now={125_000} />)
    expect(screen.getByText(/Does not support/)).toHaveTextContent(
      'Does not support eth_getLogs, next try in 60 minpaid tier only',
    )
    expect(screen.getByText(/^Rejected logs/)).toHaveTextContent('1,204')
  })

  test('an endpoint silent for a minute shows when it last responded', () => {
    const draw = (now: number) => (
      <NetworkStatus endpoints={[{ ...endpoint, state: 'ok', respondedAt: 100_000 }]} now={now} />
    )
    const { rerender } = render(draw(159_000))
    expect(screen.getByText('Responding')).toBeInTheDocument()
    rerender(draw(340_000))
    expect(screen.queryByText('Responding')).toBeNull()
    expect(screen.getByText('Last response 4m ago')).toBeInTheDocument()
  })

  test('counts down to the next try, and then stops the timer', () => {
    vi.useFakeTimers({ now: 1_000_000 })
    const { unmount } = render(<NetworkStatus endpoints={[{ ...endpoint, resumesAt: 1_030_000 }]} />)
    expect(screen.getByText('Next try in 30 sec')).toBeInTheDocument()
    act(() => {
      vi.advanceTimersByTime(12_000)
    })
    expect(screen.getByText('Next try in 18 sec')).toBeInTheDocument()
    act(() => {
      vi.advanceTimersByTime(20_000)
    })
    expect(screen.queryByText(/Next try/)).toBeNull()
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('ScanProgress', () => {
  const pending = {
    verified: [{ from: 0n, to: 49n }],
    trimmed: [],
    pending: [{ from: 50n, to: 99n }],
    failed: [],
  }

  test('can pause and resume', () => {
    const [onPause, onResume, onCancel] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()]
    const props = { coverage: pending, onPause, onResume, onCancel }
    const { container, rerender } = render(<ScanProgress {...props} />)
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Pause', 'Cancel'])
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
    expect(onPause).toHaveBeenCalledOnce()
    rerender(<ScanProgress {...props} paused />)
    expect(container.firstElementChild).toHaveAttribute('data-state', 'paused')
    fireEvent.click(screen.getByRole('button', { name: 'Resume' }))
    expect(onResume).toHaveBeenCalledOnce()
  })

  test('cannot be cancelled once nothing runs', () => {
    const { container } = render(<ScanProgress coverage={pending} fetching={false} onCancel={() => {}} />)
    expect(container.firstElementChild).toHaveAttribute('data-state', 'idle')
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('counts failed blocks', () => {
    const error = new Error('No.')
    const failed = [
      { range: { from: 50n, to: 59n }, error },
      { range: { from: 90n, to: 99n }, error },
    ]
    render(<ScanProgress coverage={{ ...pending, trimmed: [], pending: [], failed }} onRetry={() => {}} />)
    expect(screen.getByText('2 ranges failed, 20 blocks')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Try all again' })).toBeInTheDocument()
  })
})
