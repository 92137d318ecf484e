import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserPage } from '../../../../src/logs/follow/head/PageSignals.ts'
import { FakePage } from '../../../support/simulation/FakePage.ts'

let page: FakePage
const heard = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  page = new FakePage()
  vi.stubGlobal('document', page.document)
  vi.stubGlobal('window', page.window)
  vi.stubGlobal('navigator', page.navigator)
})
afterEach(() => {
  heard.mockClear()
})

test('reports every event after which blocks may have been missed, until stopped', () => {
  const stop = browserPage.subscribe(heard)
  page.show(false)
  expect([browserPage.isHidden(), browserPage.isOnline()]).toEqual([true, true])
  page.show(true)
  page.connect(false)
  expect([browserPage.isHidden(), browserPage.isOnline()]).toEqual([false, false])
  page.connect(true)
  const fromHistory = () => Object.assign(new Event('pageshow'), { persisted: true })
  page.window.dispatchEvent(fromHistory())
  page.document.dispatchEvent(new Event('resume'))
  expect(heard.mock.calls.flat()).toEqual([false, false, false, false, true, true])
  // The page has loaded: nothing was missed.
  page.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  expect(heard).toHaveBeenCalledTimes(6)
  stop()
  page.show(false)
  page.window.dispatchEvent(fromHistory())
  expect(heard).toHaveBeenCalledTimes(6)
  expect(vi.getTimerCount()).toBe(0)
})

test.each([undefined, {}])(
  'counts as online where nothing tells, as in Node: navigator is %j',
  (navigator) => {
    vi.stubGlobal('navigator', navigator)
    expect(browserPage.isOnline()).toBe(true)
  },
)

test('detects sleep of the machine by the clock: a visible page gets no event', () => {
  const stop = browserPage.subscribe(heard)
  vi.advanceTimersByTime(3_600_000)
  expect(heard).not.toHaveBeenCalled()
  // Timers stand still during sleep.
  vi.setSystemTime(Date.now() + 600_000)
  vi.advanceTimersByTime(5_000)
  expect(heard.mock.calls).toEqual([[true]])
  vi.advanceTimersByTime(3_600_000)
  expect(heard).toHaveBeenCalledTimes(1)
  stop()
})

test('slow timers of a hidden page do not count as sleep, and showing it notifies once', () => {
  const stop = browserPage.subscribe(heard)
  page.show(false)
  for (let minute = 0; minute < 5; minute++) {
    vi.setSystemTime(Date.now() + 55_000)
    vi.advanceTimersByTime(5_000)
  }
  vi.setSystemTime(Date.now() + 55_000)
  page.show(true)
  vi.advanceTimersByTime(60_000)
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
})
