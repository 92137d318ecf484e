import { expect, test } from 'vitest'
import { NodeError } from '../../../../src/errors/NodeError.ts'
import { packLogs } from '../../../../src/logs/columns/packLogs.ts'
import type { BlockInterval } from '../../../../src/logs/Coverage.ts'
import { RangeHints } from '../../../../src/logs/scan/chunks/RangeHints.ts'
import { Chain } from '../../cache/cacheChain.ts'

const chain = new Chain()
const blocks = (from: bigint, to: bigint): BlockInterval => ({ from, to })

/** An endpoint refuses blocks, and suggests a range. */
function refusal(endpoint: string, most: number, suggested?: BlockInterval): NodeError {
  return new NodeError(`${endpoint} found more logs than it returns in one eth_getLogs.`, {
    kind: 'too-many-results',
    method: 'eth_getLogs',
    endpoint,
    maxResults: most,
    suggestedRange: suggested && [suggested.from, suggested.to],
  })
}

function answer(endpoint: string, range: BlockInterval) {
  const segment = packLogs(chain.read(range, { address: undefined, topics: [] }))
  const answers = [
    { endpoint, logs: segment.length, certain: segment.length, suspect: false, batch: undefined },
  ]
  return { range, selection: { segment, rows: undefined }, endpoint, rejected: 0, answers }
}

const whole = blocks(0n, 999n)
const fits = blocks(0n, 99n)

test('after one refused suggestion, no more are followed', () => {
  const hints = new RangeHints()
  expect(hints.refused(whole, refusal('a', 300, fits), undefined)).toEqual(fits)
  expect(hints.refused(fits, refusal('a', 300, blocks(0n, 49n)), 'a')).toBeUndefined()
  expect(hints.refused(whole, refusal('a', 300, fits), undefined)).toBeUndefined()
  expect(hints.refused(whole, refusal('b', 300, fits), undefined)).toBeUndefined()
})

test('nor after another endpoint with as large a cap has refused a suggestion', () => {
  const hints = new RangeHints()
  expect(hints.refused(whole, refusal('a', 300, fits), undefined)).toEqual(fits)
  expect(hints.refused(fits, refusal('b', 300), 'a')).toBeUndefined()
  expect(hints.refused(whole, refusal('a', 300, fits), undefined)).toBeUndefined()
})

test('a refusal by an endpoint with a lower cap does not count against suggestions', () => {
  const hints = new RangeHints()
  expect(hints.refused(whole, refusal('a', 300, fits), undefined)).toEqual(fits)
  expect(hints.refused(fits, refusal('b', 100), 'a')).toBeUndefined()
  expect(hints.refused(whole, refusal('a', 300, fits), undefined)).toEqual(fits)
})

test('a suggestion with few logs is not worth a call, and none is followed afterwards', () => {
  const hints = new RangeHints()
  const few = blocks(0n, 9n)
  expect(hints.refused(whole, refusal('a', 300, few), undefined)).toEqual(few)
  hints.answered(answer('b', few), 300)
  expect(hints.refused(whole, refusal('a', 300, few), undefined)).toBeUndefined()
})

test('an answer with exactly the cap of its endpoint is complete if the endpoint refuses larger ones', () => {
  const hints = new RangeHints()
  const promised = answer('a', fits)
  const count = promised.selection.segment.length
  hints.refused(whole, refusal('a', count, fits), undefined)
  expect(promised.answers.map((one) => hints.isWhole(one))).toEqual([true])
  expect(answer('b', fits).answers.map((one) => hints.isWhole(one))).toEqual([false])
})
