import { load } from './bundle.mjs'

/**
 * What libraries make of the faults of real nodes, on the same fake node with the same blocks, all at the pace of one
 * block and one poll per 60 ms. Each row counts what is wrong in the end; requests come last. After them, what following
 * costs in an hour and in a day.
 *
 * @returns {Promise<import('./report.mjs').Row[]>}
 */
export async function run() {
  // Libraries that look for sockets when they are loaded are to find these.
  let open
  const Sockets = function (url) {
    return open(url)
  }
  globalThis.WebSocket = Object.assign(Sockets, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 })
  const { faults, openSocket, names, play } = await load('follow.work.ts')
  open = openSocket
  // Some of the peers leave rejections behind when a connection goes: that is theirs, and the race goes on.
  process.on('unhandledRejection', () => {})
  process.on('uncaughtException', () => {})
  const rows = []
  for (const fault of faults) {
    const outcomes = await Promise.all(names.map((name) => play(name, fault)))
    const [ours] = outcomes
    for (const unit of ['missed', 'duplicated', 'orphaned', 'requests']) {
      const figures = Object.fromEntries(names.map((name, index) => [name, outcomes[index][unit]]))
      const { ours: own, ...peers } = figures
      const isCost = unit === 'requests'
      rows.push({
        work: fault.name,
        unit: isCost ? 'requests' : `logs ${unit}`,
        ours: own,
        peers,
        target: isCost ? 'no target: what it cost' : 'none',
        met: isCost || ours[unit] === 0,
      })
    }
  }
  const { measure } = await load('followCost.work.ts')
  return [...rows, ...(await measure())]
}
