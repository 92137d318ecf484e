import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { chromiumArgs, findChromium } from '../.ci/chromium.mjs'
import { createVisitor } from './createVisitor.mjs'
import { median } from './report.mjs'
import { startUserChain, startUserMillion } from './userChains.mjs'
import { userTasks } from './userTasks.mjs'

const root = join(import.meta.dirname, '..')
const desktop = { viewport: { width: 1280, height: 800 } }
const phone = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}

/**
 * Four people look something up in the explorer of `npx topic0`, after `npm run build`. An answer other than the chain's is an error.
 *
 * @param {{ rows?: readonly number[], only?: readonly string[], rounds?: number, rpc?: string }} [part] `only` some of the people;
 *   `rpc` is a node with unlocked accounts, such as Hardhat's, instead of anvil
 * @returns {Promise<import('./report.mjs').Row[]>}
 */
export async function run({ rows: [count] = [1_000_000], only, rounds = 3, rpc } = {}) {
  const tasks = userTasks.filter(({ user }) => only?.includes(user) ?? true)
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs })
  const rows = []
  try {
    for (const place of ['chain', 'million']) {
      const here = tasks.filter((task) => task.place === place)
      if (here.length === 0) continue
      const facts = place === 'chain' ? await startUserChain(rpc) : await startUserMillion(count)
      const explorer = await startExplorer(facts.endpoint)
      try {
        for (const task of here) rows.push(await measure(task, { browser, url: explorer.url, facts, rounds }))
      } finally {
        await explorer.stop()
        await facts.stop()
      }
    }
    return rows
  } finally {
    await browser.close()
  }
}

async function measure({ user, title, most, device, answer }, { browser, url, facts, rounds }) {
  const all = []
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext(device === 'phone' ? phone : desktop)
    try {
      const page = await context.newPage()
      const visitor = createVisitor(page)
      await page.goto(url)
      const { seen, expected } = await answer(visitor, facts)
      all.push(visitor.stop())
      if (seen !== expected) throw new Error(`${user}, ${title}: ${seen} was read instead of ${expected}.`)
    } finally {
      await context.close()
    }
  }
  const [{ clicks, keys }] = all
  return {
    work: `${user}: ${title}`,
    unit: 's',
    ours: median(all.map(({ seconds }) => seconds)),
    peers: {},
    target: `at most ${most.clicks} clicks and ${most.keys} keys (${clicks} and ${keys})`,
    met: clicks <= most.clicks && keys <= most.keys,
  }
}

/** Serves the explorer of the built package. @param {string} endpoint */
async function startExplorer(endpoint) {
  const args = ['--rpc', endpoint, '--abi', join(root, 'demo/artifacts')]
  const child = spawn(process.execPath, [join(root, 'dist/cli.js'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  const url = await new Promise((resolve, reject) => {
    child.stdout.once('data', (text) => resolve(String(text).trim()))
    void closed.then(() => reject(new Error('The explorer ended. Run `npm run build` first.')))
  })
  return {
    url,
    async stop() {
      child.kill('SIGINT')
      await closed
    },
  }
}
