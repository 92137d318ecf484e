import { expect, test } from 'vitest'
import { EndpointHistory } from '../../../../src/logs/scan/read/EndpointHistory.ts'

const reach = () => new EndpointHistory({ now: () => 1_000_000 })

test('a range that an endpoint reports as pruned is pruned, whatever it served before', () => {
  const history = reach()
  history.sawLog('a', 0n)
  history.sawLog('b', 0n)
  expect(history.lacking(150n)).toEqual([])
  history.sawPruned('a', 225n)
  expect(history.lacking(150n)).toEqual(['a'])
  expect(history.lacking(226n)).toEqual([])
})

test('a log that arrives after a pruning error proves the history', () => {
  const history = reach()
  history.sawPruned('a', 225n)
  history.sawLog('a', 200n)
  expect(history.lacking(200n)).toEqual([])
  expect(history.lacking(199n)).toEqual(['a'])
})
