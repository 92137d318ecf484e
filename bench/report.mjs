import { readFileSync } from 'node:fs'
import { cpus, platform, release } from 'node:os'

/**
 * @typedef {object} Row
 * @property {string} work what was measured
 * @property {string} unit of every figure in the row
 * @property {number} ours
 * @property {Record<string, number>} peers figures of others, measured in the same run
 * @property {string} target what is to be reached
 * @property {boolean} met
 */

/** @param {string} name @param {readonly Row[]} rows */
export function printTable(name, rows) {
  console.log(`\n${name}, medians, on ${machine()}`)
  for (const { work, unit, ours, peers, target, met } of rows) {
    console.log(`\n${work}`)
    const lines = [['ours', ours], ...Object.entries(peers)]
    const width = Math.max(...lines.map(([label]) => String(label).length))
    for (const [label, figure] of lines)
      console.log(`  ${String(label).padEnd(width)}  ${format(Number(figure)).padStart(12)} ${unit}`)
    console.log(`  ${met ? 'met' : 'NOT met'}: ${target}`)
  }
}

/** @param {number} figure */
function format(figure) {
  return figure.toLocaleString('en', { maximumFractionDigits: figure < 100 ? 1 : 0 })
}

function machine() {
  const processors = cpus()
  const versions = ['viem', '@subsquid/evm-abi', 'playwright'].map((name) => `${name} ${version(name)}`)
  return `${processors[0]?.model.trim()} x ${processors.length}, ${platform()} ${release()}, Node ${process.version}, ${versions.join(', ')}`
}

/** @param {string} name */
function version(name) {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')).version
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/**
 * Times all candidates in turn, `runs` times, so that other load on the machine affects all of them alike. A first run of each
 * does not count. Resolves to the median milliseconds of each.
 *
 * @template {Record<string, () => unknown>} candidates
 * @param {candidates} candidates
 * @param {{ runs?: number }} [options]
 * @returns {Promise<Record<keyof candidates, number>>}
 */
export async function race(candidates, { runs = 5 } = {}) {
  const times = Object.fromEntries(Object.keys(candidates).map((name) => [name, []]))
  for (let round = -1; round < runs; round++)
    for (const [name, work] of Object.entries(candidates)) {
      globalThis.gc?.()
      const start = performance.now()
      await work()
      if (round >= 0) times[name].push(performance.now() - start)
    }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]))
}
