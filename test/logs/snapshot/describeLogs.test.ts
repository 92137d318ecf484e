import { expect, test } from 'vitest'
import { NodeError, UnreadBlocksError } from '../../../src/errors/NodeError.ts'
import type { Coverage } from '../../../src/logs/Coverage.ts'
import {
  describeLogs,
  type DescribeLogsOptions,
  type LogsDescription,
} from '../../../src/logs/snapshot/describeLogs.ts'

const range = { from: 50n, to: 99n }
const reason = new NodeError('no', { kind: 'transient', method: 'eth_getLogs' })
const whole: Coverage = { verified: [{ from: 0n, to: 99n }], trimmed: [], pending: [], failed: [] }
const pending: Coverage = { ...whole, pending: [range] }
const failed: Coverage = { ...whole, failed: [{ range, error: UnreadBlocksError.of(range, reason) }] }

const open = { coverage: pending, isComplete: false, head: 80n }
const awaited = { ...open, head: 49n }

test.each<[phase: LogsDescription['phase'], options: DescribeLogsOptions]>([
  ['idle', { status: 'idle', count: 0 }],
  ['complete', { status: 'idle', count: 1, isComplete: true }],

  ['paused', { status: 'loading', count: 0, isScanPaused: true }],
  ['paused', { status: 'loading', count: 5, isScanPaused: true, isOffline: true, ...open }],
  ['reading', { status: 'loading', count: 5, isScanPaused: true, isComplete: true }],
  ['complete', { status: 'success', count: 5, isScanPaused: true }],

  ['offline', { status: 'loading', count: 0, isOffline: true }],
  ['offline', { status: 'error', count: 0, isOffline: true }],
  ['reading', { status: 'loading', count: 5, isOffline: true }],
  ['empty', { status: 'success', count: 0, isOffline: true, isComplete: true }],

  ['loading', { status: 'loading', count: 0 }],
  ['loading', { status: 'loading', count: 0, ...open }],
  ['reading', { status: 'loading', count: 5 }],
  ['empty', { status: 'loading', count: 0, isComplete: true }],

  ['failed', { status: 'error', count: 0 }],
  ['failed', { status: 'error', count: 5, isComplete: true }],

  ['complete', { status: 'success', count: 5 }],
  ['complete', { status: 'success', count: 5, coverage: whole }],
  ['complete', { status: 'success', count: 5, coverage: failed, isComplete: true }],
  ['empty', { status: 'success', count: 0, coverage: whole }],
  ['undecodable', { status: 'success', count: 0, undecodable: 2 }],
  ['complete', { status: 'success', count: 1, undecodable: 2 }],

  ['awaiting', { status: 'success', count: 5, ...awaited }],
  ['awaiting', { status: 'success', count: 0, ...awaited }],
  ['incomplete', { status: 'success', count: 5, ...awaited, head: 50n }],
  ['incomplete', { status: 'success', count: 5, ...awaited, head: undefined }],
  ['incomplete', { status: 'success', count: 5, ...awaited, coverage: { ...failed, pending: [range] } }],
  ['incomplete', { status: 'success', count: 5, ...awaited, coverage: whole }],

  ['incomplete', { status: 'success', count: 5, coverage: pending }],
  ['incomplete', { status: 'success', count: 0, coverage: failed }],
  ['incomplete', { status: 'success', count: 0, isComplete: false }],
])('it is %s with %o', (phase, options) => {
  expect(describeLogs(options)).toEqual({
    phase,
    isCounted: ['complete', 'empty'].includes(phase),
    isArchived: false,
    isBusy: ['loading', 'reading'].includes(phase),
  })
})

test('a publisher stands for blocks of an archive', () => {
  const of = (coverage: Coverage) => describeLogs({ status: 'success', count: 5, coverage }).isArchived
  expect([of({ ...whole, archived: [range] }), of({ ...whole, archived: [] }), of(whole)]).toEqual([
    true,
    false,
    false,
  ])
})
