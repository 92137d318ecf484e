import { load } from './bundle.mjs'
import { race } from './report.mjs'

const count = 200_000
/** The part of the logs that viem decodes: it is so slow that a tenth is enough. */
const viemPart = 0.1
const work = {
  transfer: 'Transfer: two indexed addresses and an amount',
  swap: 'Swap: two indexed addresses and five signed and unsigned numbers',
  note: 'Note: an indexed address, a string and a uint256[]',
}

/** @returns {Promise<import('./report.mjs').Row[]>} */
export async function run() {
  const { prepare } = await load('decode.work.ts')
  const rows = []
  for (const [name, title] of Object.entries(work)) {
    const { ours, viem, subsquid } = prepare(name, count)
    const times = await race({ ours, viem: () => viem(viemPart), subsquid }, { runs: 5 })
    const rate = (ms, part = 1) => Math.round((count * part) / (ms / 1000))
    const peers = {
      'viem parseEventLogs': rate(times.viem, viemPart),
      '@subsquid/evm-abi': rate(times.subsquid),
    }
    const figure = rate(times.ours)
    const [byViem, bySubsquid] = Object.values(peers).map((peer) => figure / peer)
    rows.push({
      work: `Decode all arguments of ${count.toLocaleString('en')} logs. ${title}`,
      unit: 'logs/s',
      ours: figure,
      peers,
      target: `20x viem (${byViem.toFixed(1)}x) and 2x @subsquid/evm-abi (${bySubsquid.toFixed(1)}x)`,
      met: byViem >= 20 && bySubsquid >= 2,
    })
  }
  return rows
}
