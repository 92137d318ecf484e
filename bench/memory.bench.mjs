import { setFlagsFromString } from 'node:v8'
import { load } from './bundle.mjs'

const count = 500_000
const size = 10_000
/** The part of the logs that is kept as objects: they take so much memory that a tenth is enough. */
const peerPart = 0.1

/** @returns {Promise<import('./report.mjs').Row[]>} */
export async function run() {
  setFlagsFromString('--expose-gc')
  const collect = (await import('node:vm')).runInNewContext('gc')
  const { answers, keep } = await load('memory.work.ts')
  const used = () => {
    for (let k = 0; k < 3; k++) collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  /** Bytes per log that remain after garbage collection. */
  const measure = (name, logs) => {
    const before = used()
    const kept = []
    for (const answer of answers(logs / size, size)) kept.push(keep[name](answer))
    const bytes = (used() - before) / logs
    if (kept.length !== logs / size) throw new Error('Logs were lost.')
    return bytes
  }
  for (const name of Object.keys(keep)) measure(name, size)
  const ours = measure('ours', count)
  return [
    {
      work: `Memory held per Transfer log, ${count.toLocaleString('en')} logs in answers of ${size.toLocaleString('en')}`,
      unit: 'bytes',
      ours,
      peers: {
        viem: measure('viem', count * peerPart),
        'JSON objects': measure('JSON objects', count * peerPart),
      },
      target: 'at most 100 bytes',
      met: ours <= 100,
    },
  ]
}
