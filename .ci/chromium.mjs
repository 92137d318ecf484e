// Finds a Chromium to test in: CHROMIUM_PATH, else Playwright's own, else the system's.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The shell first: it has no windows to draw, which saves a fifth of the time on two cores. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]
const fixed = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

export async function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH is ${named}, where there is no file.`)
    return named
  }
  const { chromium } = await import('playwright')
  const own = chromium.executablePath()
  if (existsSync(own)) return own
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((dir) => names.map((name) => join(dir, name)))
  return [...onPath, ...fixed].find((path) => existsSync(path))
}

export const chromiumArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
