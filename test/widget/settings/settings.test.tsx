import { describe, expect, test, vi } from 'vitest'
import type { LogTableView } from '../../../src/components/LogTable/model/LogTableView.ts'
import { toShareLink } from '../../../src/logs/filter/formats/toShareLink.ts'
import { readLinkState } from '../../../src/widget/link/readLinkState.ts'
import { toLinkState } from '../../../src/widget/link/toLinkState.ts'
import { settingsStorage } from '../../../src/widget/settings/useExplorerSettings.ts'

const view = {
  columns: [
    { id: 'event', width: 300 },
    { id: 'block', pinned: true },
  ],
  density: 'compact',
  time: 'age',
} as const

describe('stored settings', () => {
  test('columns, density and pane are restored; the log filter is not', () => {
    const filters = [{ field: 'block', mode: 'only', values: ['5'] }] as const
    settingsStorage.write({
      view: { ...view, filters },
      pane: 'groups',
      groups: { by: 'event' },
      chart: false,
      chartBy: 'time',
    })
    expect(settingsStorage.read()).toEqual({ view, pane: 'groups', chart: false, chartBy: 'time' })
  })

  test.each([
    '',
    '{',
    'null',
    '[]',
    '7',
    '{"view":7,"pane":"x","chart":"yes"}',
    '{"view":{"columns":"__proto__"}}',
  ])('invalid settings are ignored: %s', (text) => {
    localStorage.setItem('topic0:explorer:1', text)
    const { view: read = {}, ...rest } = settingsStorage.read()
    expect({ ...read, ...rest }).toEqual({})
  })

  test('without storage it neither reads nor fails', () => {
    const refuse = () => {
      throw new DOMException('no', 'SecurityError')
    }
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
    expect(settingsStorage.read()).toEqual({})
    expect(() =>
      settingsStorage.write({ view, pane: 'logs', groups: {}, chart: undefined, chartBy: 'block' }),
    ).not.toThrow()
  })
})

describe('link parameters besides the query', () => {
  test('network, columns and pane survive a round trip', () => {
    const groups = {
      by: `0x${'ab'.repeat(32)}/3:1`,
      sum: `0x${'ab'.repeat(32)}/3:2`,
      order: 'count',
    } as const
    const link = toShareLink(
      { fromBlock: 5n },
      { state: toLinkState(3721, { view, pane: 'groups', groups }) },
    )
    expect(readLinkState(link)).toEqual({
      chainId: 3721,
      settings: { view, pane: 'groups', groups },
      hasQuery: true,
      issues: [],
    })
  })

  test('columns of arguments survive, and the sort by one: the table shows those that its query has', () => {
    const own: LogTableView = {
      columns: [{ id: 'block' }, { id: 'args.value', width: 120 }],
      sort: { column: 'custom', id: 'args.value', direction: 'desc' },
    }
    const link = toShareLink({}, { state: toLinkState(1, { view: own, pane: 'logs', groups: {} }) })
    expect(readLinkState(link).settings.view).toEqual(own)
    settingsStorage.write({ view: own, pane: 'logs', groups: {}, chart: undefined, chartBy: 'block' })
    expect(settingsStorage.read().view).toEqual(own)
  })

  test.each([
    ['#network=Base&v=1', 'network: Expected a chain id.'],
    ['#network=5&view=%7B&v=1', 'view: This was not copied completely.'],
    ['#pane=chart&v=1', 'pane: Expected one of logs, groups.'],
    ['#sort=size&v=1', 'sort: Expected one of count, sum.'],
  ])('invalid values are reported: %s', (text, issue) => {
    const { issues, settings } = readLinkState(text)
    expect(issues.map(({ path, message }) => `${path}: ${message}`)).toEqual([issue])
    expect(settings).toEqual({})
  })

  test('contain only differences from the defaults', () => {
    expect(
      toLinkState(1, { view: { filters: [], sort: undefined }, pane: 'logs', groups: { by: 'event' } }),
    ).toEqual({ network: '1' })
  })

  test.each(['', '#', '#top', '#section-2', '#network=5', '#network=5&view=%7B', '#view=%ff'])(
    'no query: %s',
    (text) => expect(readLinkState(text).hasQuery).toBe(false),
  )

  test.each(['#network=99999999999999999999', '#network=-1', '#network=1e3'])('no network: %s', (text) =>
    expect(readLinkState(text).chainId).toBeUndefined(),
  )
})
