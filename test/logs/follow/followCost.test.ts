import { expect, test } from 'vitest'
import { followCost } from '../../support/simulation/followCost.ts'

// These tests limit the requests that `npm run bench -- follow` prints.

const hour = 3_600_000
const day = 24 * hour

test.each([1, 10])('an idle hour by socket: %i followers', async (followers) => {
  const { calls, behind } = await followCost({ followers, socket: true, time: hour })
  expect(behind).toBe(0n)
  // A look at the head every 5 minutes; each follower audits every 10 (an anchor, the next one, the blocks between)
  // and reads the few blocks whose bloom does not rule its filter out though it could. Once an hour one requests the
  // `finalized` tag, and each looks now and then whether old blocks are held at all. Where a head was skipped, each reads
  // the blocks once more with the next head, and confirms that the endpoint has it, before and after.
  expect(calls).toBeLessThanOrEqual(12 + 8 + (3 * 6 + 12 + 2) * followers)
})

test('an hour by socket without new blocks: one call a minute checks the connection', async () => {
  const { calls, methods } = await followCost({ followers: 1, socket: true, time: hour, standsStill: true })
  expect(methods['eth_blockNumber']).toBeLessThanOrEqual(61)
  expect(calls).toBeLessThanOrEqual(61 + 12 + 8)
})

test('an hour by socket where headers have no blooms: one call for each of them', async () => {
  const { calls, behind } = await followCost({ followers: 1, socket: true, time: hour, hasNoBlooms: true })
  expect(behind).toBeLessThanOrEqual(1n)
  expect(calls).toBeLessThanOrEqual(1_200 * 1.15 + 46)
})

test('an idle hour of polling every 4 s, with a block every 3 s', async () => {
  const { calls, missed } = await followCost({ followers: 1, socket: false, time: hour })
  expect(missed).toBe(0)
  // Every third poll finds two blocks: it reads them and the last head, and the next poll reads them again with its own head.
  expect(calls).toBeLessThanOrEqual(900 + 4 * 300 + 12)
})

test('20 minutes of polling an endpoint that takes 10 blocks a call: only new blocks are read', async () => {
  const { calls, methods, behind, missed } = await followCost({
    followers: 1,
    socket: false,
    time: hour / 3,
    isBusy: true,
    blockRange: 10,
  })
  expect(missed).toBe(0)
  expect(behind).toBeLessThanOrEqual(3n)
  // 300 polls; the 64 recent blocks would take seven reads each time.
  expect(calls).toBeLessThanOrEqual(1_000)
  expect(methods['eth_getLogs']).toBeLessThanOrEqual(370)
})

/** A fifth of the calls of the day is reserved until the last hour. */
const quota = 10_000
const beforeLastHour = quota * 0.8

test.each([1, 10])('a day of polling within the quota: %i followers', async (followers) => {
  const { calls, callsBeforeLastHour, messages, behind, methods } = await followCost({
    followers,
    socket: false,
    time: day - hour / 30,
    dailyQuota: quota,
  })
  expect(callsBeforeLastHour).toBeLessThan(beforeLastHour)
  // The last hour may use the reserve, at most as much as keeps the day from running dry.
  expect(calls).toBeLessThan(quota)
  // It uses its allowance rather than falling behind.
  expect(calls).toBeGreaterThan(7_000)
  expect(behind).toBeLessThan(100n)
  // Ten filters share the head and the check that it extends the last one; their reads are batched.
  expect(methods['eth_getBlockByNumber']).toBeLessThan((calls * 2) / (2 + followers) + 1_000)
  if (followers > 1) expect(messages).toBeLessThan(calls / 2)
})

test('the rest of the quota also lasts where an endpoint takes 20 blocks a call', async () => {
  const rest = quota / 4
  const { callsBeforeLastHour, calls, behind, missed } = await followCost({
    followers: 1,
    socket: false,
    time: 6 * hour - hour / 30,
    from: 18 * hour,
    dailyQuota: rest,
    isBusy: true,
    blockRange: 20,
  })
  expect(callsBeforeLastHour).toBeLessThan(beforeLastHour / 4)
  expect(calls).toBeLessThan(rest)
  expect(behind).toBeLessThan(100n)
  expect(missed).toBe(0)
})

test('the rest of the quota also lasts by socket, with something to read in every block', async () => {
  const few = quota / 10
  const { calls, callsBeforeLastHour, behind, missed } = await followCost({
    followers: 1,
    socket: true,
    time: 3 * hour - hour / 30,
    from: 21 * hour,
    dailyQuota: few,
    isBusy: true,
  })
  expect(callsBeforeLastHour).toBeLessThan(beforeLastHour / 10)
  expect(calls).toBeLessThan(few)
  // It uses its allowance: several of the 3,600 blocks were read at once, and none was skipped.
  expect(calls).toBeGreaterThan(few * 0.6)
  expect(behind).toBeLessThan(100n)
  expect(missed).toBe(0)
})

test.each([500, 5_000])(
  'a socket that repeatedly drops after %i ms does not use up the quota of the day',
  async (socketLife) => {
    const { calls, behind, missed } = await followCost({
      followers: 1,
      socket: true,
      time: hour,
      from: 12 * hour,
      dailyQuota: quota,
      isBusy: true,
      socketLife,
    })
    // Twice its share of the remaining hours: the others adapt to the rest of the quota.
    expect(calls).toBeLessThan((2 * beforeLastHour) / 12)
    expect(behind).toBeLessThan(20n)
    expect(missed).toBe(0)
  },
)
