import { expect, test } from 'vitest'
import { isCheaper } from '../../../src/logs/archive/archiveCost.ts'
import { HostSpeed } from '../../../src/logs/archive/HostSpeed.ts'
import type { EndpointStatus } from '../../../src/rpc/Pool.ts'

const endpoint: EndpointStatus = {
  name: 'node.test',
  type: 'http',
  state: 'ok',
  head: 1_000_000n,
  latency: undefined,
  limits: {},
  resumesAt: undefined,
  error: undefined,
}

/** Twelve calls for 1,000 logs, next to a download of four round trips. */
const wanted = { blocks: { from: 0n, to: 119_999n }, logs: 1_000 }
const bytes = 3_000_000

function isUsed(
  node: Partial<EndpointStatus>,
  { speed = new HostSpeed(), size = bytes, limit = Infinity } = {},
) {
  return isCheaper(
    { getStatus: () => [{ ...endpoint, ...node }] },
    { bytes: size, roundTrips: 4, speed },
    { ...wanted, limit },
  )
}

function measured({ latency = 50, rate = 1_000 }): HostSpeed {
  const speed = new HostSpeed()
  for (let answer = 0; answer < 4; answer++) {
    speed.addAnswer(latency)
    speed.addBody(1_000 * rate, 1_000)
  }
  return speed
}

test('an archive is used up to about twice what nodes cost', () => {
  expect(isUsed({})).toBe(true)
  expect(isUsed({}, { size: 2 * bytes })).toBe(false)
})

test('a slow node makes the archive cheaper, a node that answers wider ranges does not', () => {
  expect(isUsed({ latency: 2_000 }, { size: 2 * bytes })).toBe(true)
  expect(isUsed({ widest: 1_000_000 })).toBe(false)
  expect(isUsed({ widest: 1_000_000, limits: { blockRange: 5_000 } }, { size: 2 * bytes })).toBe(true)
  expect(isUsed({ limits: { results: 20 } }, { size: 3 * bytes })).toBe(true)
})

test('a slow archive, or a slow line, leaves the blocks to nodes', () => {
  expect(isUsed({}, { speed: measured({}) })).toBe(true)
  expect(isUsed({}, { speed: measured({ latency: 1_000 }) })).toBe(false)
  expect(isUsed({}, { speed: measured({ rate: 100 }) })).toBe(false)
  expect(isUsed({}, { speed: measured({ rate: 10_000 }), size: 5 * bytes })).toBe(true)
})

test('a few newest rows cost nodes a few calls only', () => {
  expect(isUsed({}, { limit: 50 })).toBe(false)
})

test('goes by the best of the last answers, once there are some', () => {
  const speed = new HostSpeed()
  expect([speed.latency, speed.rate]).toEqual([undefined, undefined])
  for (const took of [90, 40, 700, 60]) speed.addAnswer(took)
  expect(speed.latency).toBe(40)
  for (let answer = 0; answer < 8; answer++) speed.addAnswer(300)
  expect(speed.latency).toBe(300)
  // Small answers say nothing about the line.
  for (let answer = 0; answer < 8; answer++) speed.addBody(1_000, 1)
  expect(speed.rate).toBeUndefined()
})
