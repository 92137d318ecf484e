import { expect, test } from 'vitest'
import type { RequestEvent } from '../../src/base/RequestEvent.ts'
import { RequestRing } from '../../src/rpc/RequestRing.ts'

function event(id: number, sentBytes = 100): RequestEvent {
  return {
    chainId: 1,
    endpoint: 'rpc.example',
    type: 'http',
    method: 'eth_getLogs',
    params: [id],
    range: undefined,
    reason: 'scan',
    attempt: 1,
    message: {
      id,
      calls: 1,
      startedAt: id,
      duration: 1,
      sentBytes,
      receivedBytes: 10,
      status: 200,
    },
    outcome: 'success',
    logs: 0,
    error: undefined,
  }
}

const ids = (events: readonly RequestEvent[]) => events.map(({ message }) => message.id)

test('keeps the latest 500 events, oldest first', () => {
  const log = new RequestRing()
  for (let id = 0; id < 1_234; id++) log.record(event(id))
  expect(ids(log.getStatus())).toEqual(Array.from({ length: 500 }, (_, at) => 734 + at))
  log.clear()
  expect(log.getStatus()).toEqual([])
  log.record(event(9))
  expect(ids(log.getStatus())).toEqual([9])
})

test('the array is the same until something is recorded', () => {
  const log = new RequestRing()
  log.record(event(1))
  const first = log.getStatus()
  expect(log.getStatus()).toBe(first)
  log.record(event(2))
  expect(ids(first)).toEqual([1])
  expect(ids(log.getStatus())).toEqual([1, 2])
})

test('listeners are notified once of events recorded together', async () => {
  const log = new RequestRing()
  let heard = 0
  const stop = log.subscribe(() => heard++)
  log.record(event(1))
  log.record(event(2))
  await Promise.resolve()
  expect(heard).toBe(1)
  stop()
  log.record(event(3))
  await Promise.resolve()
  expect(heard).toBe(1)
})

test('parameters of large messages are not kept', () => {
  const log = new RequestRing()
  log.record(event(1, 65_536))
  log.record(event(2, 65_537))
  expect(log.getStatus().map(({ params }) => params)).toEqual([[1], undefined])
})
