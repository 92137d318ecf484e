import { followCost, type FollowCostOptions } from '../test/support/simulation/followCost.ts'

const hour = 3_600_000
const day = 24 * hour
const quota = 10_000

interface CostRow {
  readonly work: string
  readonly unit: string
  readonly ours: number
  readonly peers: Record<string, never>
  readonly target: string
  readonly met: boolean
}

const usual = 'one filter, a block every 3 s, virtual time'

/** Measures the cost of following in virtual time, on the simulated node of the tests that limit it. */
export async function measure(): Promise<readonly CostRow[]> {
  const rows: CostRow[] = []
  const add = async (
    what: string,
    options: Partial<FollowCostOptions>,
    { most, target }: { most: number; target: string },
  ) => {
    const cost = await followCost({ followers: 1, socket: true, time: hour, ...options })
    const work = `${what} (${options.standsStill ? 'one filter, no block, virtual time' : usual})`
    rows.push({ work, unit: 'calls', ours: cost.calls, peers: {}, target, met: cost.calls <= most })
    const { missed } = cost
    rows.push({
      work,
      unit: 'logs missed or too many',
      ours: missed,
      peers: {},
      target: 'none',
      met: missed === 0,
    })
  }
  await add('an idle hour by socket, blooms rule blocks out', {}, { most: 52, target: 'at most 52' })
  await add(
    'an hour by socket on a chain that stands still',
    { standsStill: true },
    { most: 81, target: 'at most 81: the connection is asked once a minute' },
  )
  await add(
    'an idle hour by socket, blooms say nothing, no quota',
    { hasNoBlooms: true },
    { most: 1_426, target: 'about one for each of 1,200 blocks' },
  )
  // The share of an hour is 333: following may use 80 % of the quota. More now means fewer later.
  const share = { most: 400, target: 'at most 400' }
  await add(
    'an hour by socket, something in nearly every block, quota 10,000',
    { isBusy: true, dailyQuota: quota },
    share,
  )
  await add(
    'an idle hour of polling every 4 s, no quota',
    { socket: false },
    {
      most: 900 + 4 * 300 + 12,
      target: 'one for each of 900 polls, four more where a block was skipped, and 12 audits',
    },
  )
  await add('an idle hour of polling, quota 10,000', { socket: false, dailyQuota: quota }, share)
  await add(
    'a day of polling, quota 10,000',
    { socket: false, dailyQuota: quota, time: day - hour / 30 },
    { most: quota - 1, target: 'under 10,000' },
  )
  return rows
}
