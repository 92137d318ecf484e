import { readdirSync, rmSync } from 'node:fs'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFakeNode } from '../support/fakeNode.ts'
import type { FakeNode } from '../support/fakeNode.ts'
import { fakeEvents } from '../support/fakeNodeChain.ts'
import { findBlocks, findRecipes, findTsDocExamples } from './findExamples.ts'
import type { Example } from './findExamples.ts'
import { mountExample } from './mountExample.tsx'

/** A tag, and not an argument of a type. */
const draws = (code: string) => /<[A-Z]\w*(\s|\/|>[^(])/.test(code)
const examples = [
  ...findBlocks('README.md'),
  ...readdirSync('stories')
    .filter((file) => file.endsWith('.mdx'))
    .flatMap((file) => findBlocks(`stories/${file}`)),
  ...findTsDocExamples('src'),
  ...findRecipes(),
].filter(({ language, code }) => language === 'tsx' && draws(code))

/** Those that show logs by a component of ours, which has a word for every state of them. */
const showsLogs = ({ code }: Example) => /<(LogTable|LogExplorer|LogGroups|BlockHistogram)\b/.test(code)
const hasRows = ({ code }: Example) => /<(LogTable|LogExplorer)\b/.test(code)
const named = (list: readonly Example[]) =>
  list.map((example) => [`${example.file}:${example.line}`, example] as const)

const realImmediate = setImmediate
const turn = () => new Promise((done) => realImmediate(done))

let node: FakeNode
/** Holds every answer of the node, or those to `eth_getLogs`, until it is let go. */
let held: 'all' | 'logs' | undefined
let release: (() => void)[] = []
const fetch: typeof globalThis.fetch = async (_url, init) => {
  const isHeld = () => held === 'all' || (held === 'logs' && String(init?.body).includes('eth_getLogs'))
  while (isHeld()) await new Promise<void>((done) => release.push(done))
  return node.fetch(node.url, init)
}
function letGo(next?: 'logs') {
  held = next
  for (const go of release.splice(0)) go()
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  localStorage.clear()
  held = undefined
  release = []
  // A few logs, so that what is claimed can be counted: of the first contract, by the first account.
  node = createFakeNode({ blocks: 300, logsPerBlock: 2 })
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal(
    'WebSocket',
    class extends node.WebSocket {
      constructor() {
        super(node.webSocketUrl)
      }
    },
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
afterAll(() => rmSync('.cache/mounted', { recursive: true, force: true }))

const text = () => document.body.textContent ?? ''
/** What is never said before it is known. */
const asserted = /\bNo logs\b|\b0 logs\b|\bno events\b|\bComplete\b|History complete/i
const loading = /Reading logs/
const rows = () =>
  Math.max(
    0,
    ...[...document.querySelectorAll('[role="grid"]')].map(
      (grid) => Number(grid.getAttribute('aria-rowcount')) - 1,
    ),
  )
/** The first button that asks again, in the words of any example. */
const again = () => screen.queryAllByRole('button', { name: /^(Try again|Encore|Erneut versuchen)/ })[0]
const isAnswered = () => node.callsOf('eth_getLogs').some(({ answer }) => answer && !answer.error)

/** Lets time pass, and looks at the screen after each tenth of a second. */
async function pass(seconds: number, look: () => void, until?: () => boolean) {
  for (let tenth = 0; tenth < seconds * 10 && !until?.(); tenth++) {
    await act(async () => {
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
  expect(rows()).toBeLessThanOrEqual(node.chain.logs({}, 0n, node.chain.head).length)
}

test('there are examples to run', () => {
  expect(examples.length).toBeGreaterThan(25)
  expect(examples.filter(showsLogs).length).toBeGreaterThan(8)
  expect(node.chain.logs({ topics: [fakeEvents[0]] }, 100n, 290n).length).toBeGreaterThan(20)
})

describe.each(named(examples))('%s', (_, example) => {
  test('on a slow node, says nothing that is not known', async () => {
    held = 'all'
    const { drawn, show } = await mountExample(example, node, fetch)
    expect(drawn).toBeGreaterThan(0)
    show()
    nothingAsserted()
    await pass(1, nothingAsserted)
    letGo('logs')
    await pass(1, nothingAsserted)
    letGo()
    await pass(hasRows(example) ? 60 : 1, noneInvented, () => rows() > 0)
    if (hasRows(example)) expect(rows()).toBeGreaterThan(0)
  })
})

describe.each(named(examples.filter(showsLogs)))('%s', (_, example) => {
  test('on a dead node, says so, and shows the logs when one asks again', async () => {
    node.faults = { down: 'cors', socket: { refuse: true } }
    const { show } = await mountExample(example, node, fetch)
    show()
    await pass(120, nothingAsserted, () => !loading.test(text()) && again() !== undefined)
    expect(text()).not.toMatch(loading)
    node.faults = {}
    // The endpoint may still be left alone for a moment: whoever is told so asks once more.
    for (let tries = 0; tries < 6 && rows() === 0; tries++) {
      const button = again()
      if (button) fireEvent.click(button)
      await pass(10, noneInvented, () => rows() > 0)
    }
    if (hasRows(example)) expect(rows()).toBeGreaterThan(0)
  })
})
