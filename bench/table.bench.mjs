import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { chromium } from 'playwright'
import { chromiumArgs, findChromium } from '../.ci/chromium.mjs'
import { bundle } from './bundle.mjs'
import { median } from './report.mjs'

const everyCount = [100_000, 1_000_000]
const everyRound = 5
// Milliseconds from which the Long Tasks API reports a task.
const longTask = 50
// The name of our table with custom columns and cells in table.page.tsx.
const ownCells = 'ours (own cells)'

/** @typedef {{ mount: number, dropped: number, longest: number }} Figures */

/**
 * @typedef {object} Part
 * @property {readonly number[]} [rows] how many of them
 * @property {readonly string[]} [only] our tables and these peers
 * @property {number} [rounds]
 */

/** @param {Part} part @returns {Promise<import('./report.mjs').Row[]>} */
export async function run({ rows: counts = everyCount, only, rounds = everyRound } = {}) {
  const script = readFileSync(await bundle('table.page.tsx', { browser: true }))
  const server = createServer((request, response) => {
    if (request.url === '/bench.mjs') response.setHeader('content-type', 'text/javascript').end(script)
    else
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><div id="root"></div><script type="module" src="/bench.mjs"></script>')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [...chromiumArgs, '--js-flags=--expose-gc'],
  })
  try {
    // @ts-ignore a TCP server has a port
    const url = `http://127.0.0.1:${server.address().port}/`
    /** @type {import('./report.mjs').Row[]} */
    const rows = []
    for (const count of counts)
      rows.push(...(await compare({ browser, url, count, only, rounds, cold: count === counts[0] })))
    return rows
  } finally {
    await browser.close()
    server.close()
  }
}

/**
 * Measures all tables in turn, each time in a new page, so that other load on the machine affects all of them alike.
 *
 * @param {{ browser: import('playwright').Browser, url: string, count: number, only?: readonly string[], rounds: number, cold: boolean }} options
 */
async function compare({ browser, url, count, only, rounds, cold }) {
  /** @type {Record<string, Figures[]>} */
  const figures = {}
  // The very first round does not count: it includes compiling the page.
  for (let round = cold ? -1 : 0; round < rounds; round++) {
    const names = await inPage(browser, url, () => globalThis['tableNames'])
    for (const name of names) {
      if (only && !name.startsWith('ours') && !only.includes(name)) continue
      const figure = await inPage(browser, url, ([one, many]) => globalThis['measureTable'](one, many), [
        name,
        count,
      ])
      if (round >= 0) (figures[name] ??= []).push(figure)
    }
  }
  const what = `${count.toLocaleString('en')} logs, in Chromium`
  return ['ours', ownCells].flatMap((name) => {
    if (!figures[name]) return []
    /** @param {keyof Figures} key */
    const medians = (key) => {
      const all = Object.entries(figures).map(([name, list]) => [name, median(list.map((one) => one[key]))])
      const { ours: _ours, [ownCells]: _own, ...peers } = Object.fromEntries(all)
      return { ours: Object.fromEntries(all)[name], peers, best: Math.min(...Object.values(peers)) }
    }
    const { best: bestMount, ...mount } = medians('mount')
    const { best: bestDropped, ...dropped } = medians('dropped')
    const { best: _best, ...longest } = medians('longest')
    const how = name === ownCells ? `${what}, with columns and cells of one's own` : what
    return [
      {
        work: `Mount a table of ${how}`,
        unit: 'ms',
        ...mount,
        target: `within 1.5x of the best peer (${(mount.ours / bestMount).toFixed(2)}x)`,
        met: mount.ours <= 1.5 * bestMount,
      },
      {
        work: `Frames dropped while scrolling through ${how}, of 240`,
        unit: 'frames',
        ...dropped,
        target: 'no more than the best peer',
        met: dropped.ours <= bestDropped,
      },
      {
        work: `Longest task while scrolling through ${how} (0: none above ${longTask} ms)`,
        unit: 'ms',
        ...longest,
        target: 'no long task',
        met: longest.ours === 0,
      },
    ]
  })
}

/**
 * @template value, argument
 * @param {import('playwright').Browser} browser @param {string} url
 * @param {(argument: argument) => value} work @param {argument} [argument]
 */
async function inPage(browser, url, work, argument) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  try {
    await page.goto(url)
    await page.waitForFunction(() => 'measureTable' in globalThis)
    // @ts-ignore what a page returns is what the function returns
    return await page.evaluate(work, argument)
  } finally {
    await page.close()
  }
}
