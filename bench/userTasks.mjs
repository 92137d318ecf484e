/**
 * @typedef {object} UserTask
 * @property {string} user
 * @property {string} title
 * @property {'chain' | 'million'} place
 * @property {'desktop' | 'phone'} device
 * @property {{ clicks: number, keys: number }} most
 * @property {(visitor: import('./createVisitor.mjs').Visitor, facts: any) => Promise<{ seen: string, expected: string }>} answer
 *   what is read from the screen, and what the chain says
 */

const find = (page) => page.getByRole('combobox', { name: 'Find logs by anything' })
const details = (page) => page.getByRole('article')
const firstLog = (page) => page.getByRole('row', { name: /Transfer/ }).first()
const digits = (text) => text.replaceAll(/\D/g, '')

/** @param {import('./createVisitor.mjs').Visitor} visitor @param {string} text */
async function look(visitor, text) {
  await visitor.click(find(visitor.page))
  await visitor.paste(text)
  await visitor.press('Enter')
}

/** The role and name of the focused element in the accessibility tree. @param {import('playwright').Page} page */
async function speak(page) {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const isFocused = ({ properties = [] }) =>
    properties.some(({ name, value }) => name === 'focused' && value.value === true)
  const { role, name } = nodes.findLast(isFocused) ?? {}
  return `${role?.value} ${name?.value}`
}

/**
 * Presses a key until the focused element is spoken as `wanted`, and returns what is spoken.
 *
 * @param {import('./createVisitor.mjs').Visitor} visitor @param {string} key @param {RegExp} wanted
 */
async function pressUntil(visitor, key, wanted) {
  for (let presses = 0; presses < 40; presses++) {
    await visitor.press(key)
    const spoken = await speak(visitor.page)
    if (wanted.test(spoken)) return spoken
  }
  throw new Error(`${key} never leads to ${wanted}.`)
}

const amountSpoken = (spoken) => digits(/value: ([\d,]+)/.exec(spoken)?.[1] ?? '')

/** @type {readonly UserTask[]} */
export const userTasks = [
  {
    user: 'developer',
    title: 'a transfer did not arrive; from its hash: who got it, and how much',
    place: 'chain',
    device: 'desktop',
    most: { clicks: 2, keys: 2 },
    async answer(visitor, { misdirected }) {
      const { page } = visitor
      await look(visitor, misdirected.hash)
      await visitor.click(firstLog(page).getByRole('gridcell').nth(1))
      const text = await details(page).innerText()
      const [, to] = text.match(/0x[\da-fA-F]{40}(?![\da-fA-F])/g) ?? []
      const [, value = ''] = /uint256\s+(\d[\d,.]*)/.exec(text) ?? []
      return {
        seen: `${to?.toLowerCase()} ${digits(value)}`,
        expected: `${misdirected.to} ${misdirected.value}`,
      }
    },
  },
  {
    user: 'developer',
    title: 'a test expects an event and gets none; from the hash: was it reverted',
    place: 'chain',
    device: 'desktop',
    most: { clicks: 1, keys: 2 },
    async answer(visitor, { reverted }) {
      await look(visitor, reverted.hash)
      const line = visitor.page.getByText(/reverted/).filter({ visible: true })
      await line.waitFor()
      return { seen: String(await line.count()), expected: '1' }
    },
  },
  {
    user: 'analyst',
    title: 'the sum of value by event over a million logs',
    place: 'million',
    device: 'desktop',
    most: { clicks: 5, keys: 0 },
    async answer(visitor, { logs, sum }) {
      const { page } = visitor
      await readEverything(visitor)
      await visitor.click(page.getByRole('radio', { name: 'Groups' }))
      await chooseOption(visitor, 'Group by', 'Event')
      await chooseOption(visitor, 'Sum', 'Transfer: value')
      const all = page.getByRole('row', { name: /Transfer/ }).filter({ hasText: logs.toLocaleString('en') })
      const text = await all.filter({ hasText: /\d{1,3}(,\d{3}){5,}/ }).innerText({ timeout: 120_000 })
      return { seen: digits(/\d{1,3}(?:,\d{3}){5,}/.exec(text)?.[0] ?? ''), expected: String(sum) }
    },
  },
  {
    user: 'analyst',
    title: 'a million logs as a CSV file',
    place: 'million',
    device: 'desktop',
    most: { clicks: 4, keys: 0 },
    async answer(visitor, { logs }) {
      const { page } = visitor
      await readEverything(visitor)
      await visitor.click(page.getByRole('button', { name: 'Export', exact: true }))
      // The system's dialog cannot be driven: the file that it would give is one of the page's own.
      await page.evaluate(chooseOwnFile)
      await visitor.click(page.getByRole('button', { name: /Save as/ }))
      await page.getByText(/ saved as /).waitFor({ timeout: 300_000 })
      const lines = await page.evaluate(countLines)
      return { seen: String(lines), expected: String(logs + 1) }
    },
  },
  {
    user: 'support engineer',
    title: 'from a hash, on a phone: how many transfers, and how much each',
    place: 'chain',
    device: 'phone',
    most: { clicks: 2, keys: 2 },
    async answer(visitor, { airdrop }) {
      const { page } = visitor
      await look(visitor, airdrop.hash)
      const count = page
        .getByText(/^\d+ logs$/)
        .filter({ visible: true })
        .first()
      await page
        .getByRole('button', { name: /^Remove.*only 0x|only 0x/ })
        .first()
        .waitFor()
      await visitor.click(firstLog(page).getByRole('gridcell').nth(3))
      const [, value = ''] = /uint256\s+(\d[\d,.]*)/.exec(await details(page).innerText()) ?? []
      return {
        seen: `${digits(await count.innerText())} ${digits(value)}`,
        expected: `${airdrop.logs} ${airdrop.value}`,
      }
    },
  },
  {
    user: 'reader',
    title: 'by keyboard and accessibility tree: the value of the newest transfer',
    place: 'chain',
    device: 'desktop',
    most: { clicks: 0, keys: 6 },
    async answer(visitor, { airdrop }) {
      await firstLog(visitor.page).waitFor()
      await pressUntil(visitor, 'Tab', /Skip to results/)
      await visitor.press('Enter')
      const spoken = await pressUntil(visitor, 'ArrowRight', /^gridcell Transfer/)
      return { seen: amountSpoken(spoken), expected: String(airdrop.value) }
    },
  },
  {
    user: 'reader',
    title: 'by keyboard and accessibility tree: the transfer of a pasted hash',
    place: 'chain',
    device: 'desktop',
    most: { clicks: 0, keys: 6 },
    async answer(visitor, { misdirected }) {
      const { page } = visitor
      await firstLog(page).waitFor()
      await visitor.press('/')
      await visitor.paste(misdirected.hash)
      await visitor.press('Enter')
      await page.getByText('1 log', { exact: true }).filter({ visible: true }).first().waitFor()
      // The search moves focus to the results: to their header, and to the first row once it is there.
      await page.getByRole('gridcell').and(page.locator(':focus')).waitFor()
      const spoken = await pressUntil(visitor, 'ArrowRight', /^gridcell Transfer/)
      return { seen: amountSpoken(spoken), expected: String(misdirected.value) }
    },
  },
]

/** @param {import('./createVisitor.mjs').Visitor} visitor */
async function readEverything(visitor) {
  const { page } = visitor
  await visitor.click(page.getByRole('button', { name: 'All', exact: true }))
  await visitor.click(page.getByRole('button', { name: 'Read logs' }))
  const progress = page.getByRole('progressbar', { name: 'Progress' })
  await page.getByText('Reading…').waitFor()
  await progress.filter({ hasText: /^Complete/ }).waitFor({ timeout: 300_000 })
}

/** A native list: one click opens it, another chooses. @param {import('./createVisitor.mjs').Visitor} visitor */
async function chooseOption(visitor, name, label) {
  const list = visitor.page.getByRole('combobox', { name, exact: true })
  await visitor.click(list)
  await list.selectOption({ label }, { timeout: 120_000 })
}

/** Runs in the page: its dialog "Save as" gives a file in the page's own file system. */
function chooseOwnFile() {
  const choose = async ({ suggestedName }) => {
    const folder = await navigator.storage.getDirectory()
    return folder.getFileHandle(suggestedName, { create: true })
  }
  Object.assign(globalThis, { showSaveFilePicker: choose })
}

/** Runs in the page: counts the lines of the file that {@link chooseOwnFile} gave. */
async function countLines() {
  const folder = await navigator.storage.getDirectory()
  let lines = 0
  for await (const file of folder.values()) {
    for await (const bytes of (await file.getFile()).stream())
      for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++
  }
  return lines
}
