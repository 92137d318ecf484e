// Finds a Chromium to test in: CHROMIUM_PATH, else Playwright's own, else the system's.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
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
  return [...onPath(names), ...fixed].find((path) => existsSync(path))
}

/**
 * The browser for tests of one page at a time: Chromium without windows, which takes a fifth less time on two cores, if it is
 * installed. Its tabs are never hidden.
 */
export async function findShell() {
  if (process.env.CHROMIUM_PATH) return findChromium()
  return onPath(['chromium-headless-shell']).find((path) => existsSync(path)) ?? findChromium()
}

function onPath(files) {
  return (process.env.PATH ?? '').split(delimiter).flatMap((dir) => files.map((file) => join(dir, file)))
}

export const chromiumArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  // The headless shell would round the widths of letters to whole pixels, which no other Chromium does.
  '--font-render-hinting=none',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
