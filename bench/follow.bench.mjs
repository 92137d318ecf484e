import { load } from './bundle.mjs'

/**
 * Compares how libraries cope with the faults of real nodes, on the same fake node with the same blocks, with a block and a poll
 * every 60 ms. Rows count the wrong logs at the end, then requests. The last rows are the cost of following for an hour and for
 * a day.
 *
 * @returns {Promise<import('./report.mjs').Row[]>}
 */
export async function run() {
  // Set before the libraries are loaded, as some look for it then.
  let open
  const Sockets = function (url) {
    return open(url)
  }
  globalThis.WebSocket = Object.assign(Sockets, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 })
  const { faults, openSocket, names, play } = await load('follow.work.ts')
  open = openSocket
  // Some peers do not handle rejections of lost connections: the bench continues.
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
