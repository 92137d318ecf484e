import { readdirSync, rmSync } from 'node:fs'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeEvents } from '../support/SeededChain.ts'
import { ExampleNetwork } from './ExampleNetwork.ts'
import { draws, findBlocks, findRecipes, findTsDocExamples, isTest, type Example } from './findExamples.ts'
import { mountExample, mountFolder, runExample } from './mountExample.tsx'
import { findPaperBlocks } from './papers.ts'

const ofPapers = findPaperBlocks('ts', 'tsx').filter((example) => !isTest(example))
const examples = [
  ...ofPapers,
  ...readdirSync('stories')
    .filter((file) => file.endsWith('.mdx'))
    .flatMap((file) => findBlocks(`stories/${file}`)),
  ...findTsDocExamples('src'),
  ...findRecipes(),
].filter(draws)
/** In jsdom, lmdb cannot be loaded: `test/node/fileStorage.test.ts` runs what these show. */
const needsLmdb = ({ code }: Example) => /\bfile(Storage|Budget)\(/.test(code)
const scripts = ofPapers.filter((example) => !draws(example) && !needsLmdb(example))

/** Examples that show logs with one of our components, which have a text for every state. */
const showsLogs = ({ code }: Example) => /<(LogTable|LogExplorer|LogGroups|BlockHistogram)\b/.test(code)
const hasRows = ({ code }: Example) => /<(LogTable|LogExplorer)\b/.test(code)
const named = (list: readonly Example[]) =>
  list.map((example) => [`${example.file}:${example.line}`, example] as const)

const realImmediate = setImmediate
const turn = () => new Promise((done) => realImmediate(done))

let network: ExampleNetwork

const project = process.cwd()
// Examples write files into the current folder.
beforeAll(() => process.chdir(mountFolder))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  network = new ExampleNetwork()
  vi.stubGlobal('fetch', network.fetch)
  vi.stubGlobal('WebSocket', network.WebSocket)
  // jsdom saves no files.
  Object.assign(URL, { createObjectURL: () => 'blob:saved', revokeObjectURL: () => {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  // What examples print is for their readers.
  for (const method of ['log', 'info', 'warn', 'error'] as const) vi.spyOn(console, method).mockReturnValue()
})
afterAll(() => {
  process.chdir(project)
  rmSync(mountFolder, { recursive: true, force: true })
})

const text = () => document.body.textContent ?? ''
/** What is never said before it is known. */
const asserted = /\bNo logs\b|\b0 logs\b|\bno events\b|\bComplete\b/i
const loading = /Reading logs/
const rows = () =>
  Math.max(
    0,
    ...[...document.querySelectorAll('[role="grid"]')].map(
      (grid) => Number(grid.getAttribute('aria-rowcount')) - 1,
    ),
  )
/** By text: querying roles at every look is slow. */
const buttons = (name: RegExp) =>
  [...document.querySelectorAll('button')].filter((button) =>
    name.test(button.getAttribute('aria-label') ?? button.textContent),
  )
/** The first button that asks again, in the words of any example. */
const again = () => buttons(/^(Try again|Encore|Erneut versuchen)/)[0]
const isAnswered = () => network.callsOf('eth_getLogs').some(({ answer }) => answer && !answer.error)

/** The labels of the buttons that an example draws itself. */
const ownButtons = ({ code }: Example) =>
  [...code.matchAll(/<button[^]*?>\s*([\w ]+?)\s*<\/button>/g)].map(([, label = '']) => label)

/** What a visitor does first where an example asks for it. */
function pressFirstButton() {
  for (const button of buttons(/^(Connect wallet|Show the history)$/)) fireEvent.click(button)
}

/** Lets time pass, and looks at the screen after each tenth of a second. */
async function pass(seconds: number, look: () => void, until?: () => boolean) {
  for (let tenth = 0; tenth < seconds * 10 && !until?.(); tenth++) {
    await act(async () => {
      pressFirstButton()
      await vi.advanceTimersByTimeAsync(100)
      await turn()
    })
    look()
  }
}
const nothingAsserted = () => {
  if (!isAnswered()) expect(text()).not.toMatch(asserted)
}
/** No more logs are claimed than the chain has. */
const noneInvented = () => {
  nothingAsserted()
  const { chain } = network.node
  expect(rows()).toBeLessThanOrEqual(chain.logs({}, 0n, chain.head).length)
}

test('there are examples to run', () => {
  expect(examples.length).toBeGreaterThan(25)
  expect(scripts.length).toBeGreaterThan(3)
  expect(examples.filter(showsLogs).length).toBeGreaterThan(8)
  const { chain } = network.node
  expect(chain.logs({ topics: [fakeEvents[0]] }, 100n, 290n).length).toBeGreaterThan(20)
})

describe.each(named(examples))('%s', (_, example) => {
  test('on a slow node, claims nothing that is not known', async () => {
    network.hold()
    const { drawn, show } = await mountExample(example, network)
    expect(drawn).toBeGreaterThan(0)
    show()
    nothingAsserted()
    await pass(1, nothingAsserted)
    network.release('logs')
    await pass(1, nothingAsserted)
    network.release()
    await pass(hasRows(example) ? 60 : 1, noneInvented, () => rows() > 0)
    if (hasRows(example)) expect(rows()).toBeGreaterThan(0)
    for (const name of ownButtons(example)) {
      for (const button of screen.queryAllByRole('button', { name })) fireEvent.click(button)
      await pass(1, noneInvented)
      expect(text()).not.toMatch(/\bfailed\b/i)
    }
    expect(console.error).not.toHaveBeenCalled()
  })
})

describe.each(named(examples.filter(showsLogs)))('%s', (_, example) => {
  test('on a dead node, shows the error, and the logs after a retry', async () => {
    network.node.faults = { down: 'cors', socket: { refuse: true } }
    const { show } = await mountExample(example, network)
    show()
    await pass(120, nothingAsserted, () => !loading.test(text()) && again() !== undefined)
    expect(text()).not.toMatch(loading)
    network.node.faults = {}
    // Once is enough: the pauses of endpoints that failed end when a user tries again. Filters have no button; they retry by themselves.
    const button = again()
    if (button) fireEvent.click(button)
    await pass(60, noneInvented, () => rows() > 0)
    if (hasRows(example)) expect(rows()).toBeGreaterThan(0)
  })
})

describe.each(named(scripts))('%s', (_, example) => {
  test('runs to its end', async () => {
    let ended: { readonly error?: unknown } | undefined
    void runExample(example, network).then(
      () => (ended = {}),
      (error: unknown) => (ended = { error }),
    )
    // Loading a module takes real time: one that never ends meets the time limit of tests.
    while (!ended) await pass(1, nothingAsserted, () => ended !== undefined)
    expect(ended).toEqual({})
  })
})
