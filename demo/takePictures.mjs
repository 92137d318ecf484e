// `npm run pictures`: takes the README's pictures of the demo. The fonts come from npm, so that the pictures look the same on
// every machine.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { chromiumArgs, findChromium } from '../.ci/chromium.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const pictures = [
  { file: 'docs/explorer.png', colorScheme: 'light' },
  { file: 'docs/explorer-dark.png', colorScheme: 'dark' },
]
const faces = [
  { family: 'Roboto', name: 'roboto', weights: [400, 500, 600, 700] },
  { family: 'Roboto Mono', name: 'roboto-mono', weights: [400] },
]

/** Styles that embed both font families. */
function fontStyles() {
  const rules = faces.flatMap(({ family, name, weights }) =>
    weights.map((weight) => {
      const file = join(root, `node_modules/@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`)
      const data = readFileSync(file).toString('base64')
      return `@font-face { font-family: '${family}'; font-weight: ${weight}; src: url(data:font/woff2;base64,${data}) }`
    }),
  )
  return [...rules, `:root { --topic0-font: Roboto; --topic0-font-mono: 'Roboto Mono' }`].join('\n')
}

/** Starts the demo on free ports. Resolves to its address, and a function that stops it. */
async function startDemo() {
  const child = spawn(process.execPath, [join(root, 'demo/start.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = new Promise((resolve) => child.once('close', resolve))
  const address = await new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (part) => {
      text += part
      const [, url] = /Open +(http:\S+)/.exec(text) ?? []
      if (url) resolve(url)
    })
    child.once('close', () => reject(new Error(`The demo ended:\n${text}`)))
  })
  const stop = async () => {
    child.kill('SIGINT')
    await closed
  }
  return { address, stop }
}

/** Takes a picture of all logs of the chain, with the details of one. */
async function takePicture(browser, address, { file, colorScheme }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme })
  const page = await context.newPage()
  await page.goto(address)
  await page.addStyleTag({ content: fontStyles() })
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByRole('button', { name: 'Read logs' }).click()
  await page
    .getByText(/^Complete/)
    .filter({ visible: true })
    .first()
    .waitFor()
  const transfers = page.getByRole('row').filter({ hasText: /^\d.*Transfer/ })
  await transfers.nth(3).getByRole('gridcell').nth(1).click()
  await page.getByRole('article').waitFor()
  await page.getByText('Via WebSocket').filter({ visible: true }).first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  // Rows that have just appeared are drawn without cells at first.
  await page.waitForFunction(() => {
    const count = (selector) => document.querySelectorAll(`.topic0-log-table-window ${selector}`).length
    return count('[role="row"]') === count('[data-column="contract"]')
  })
  // Away from the rows, whose buttons appear under the pointer.
  await page.mouse.move(150, 760)
  await page.screenshot({ path: join(root, file), animations: 'disabled' })
  await context.close()
}

const demo = await startDemo()
try {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs })
  for (const picture of pictures) {
    await takePicture(browser, demo.address, picture)
    console.log(picture.file)
  }
  await browser.close()
} finally {
  await demo.stop()
}
