import { useEffect, useState } from 'react'
import { vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { createLogsConfig, type LogsConfig } from '../../../src/index.ts'
import { parseLogSearch } from '../../../src/logs/filter/formats/parseLogSearch.ts'
import type { LogSearch } from '../../../src/logs/filter/LogSearch.ts'
import { createSeededRandom, type SeededRandom } from '../../../src/testing/SeededRandom.ts'
import { LogExplorer, type LogExplorerProps } from '../../../src/widget.ts'
import { drawPhase, type PhaseKind } from '../simulation/drawPhase.ts'
import { drawQuery } from '../simulation/drawQuery.ts'
import { show } from '../simulation/show.ts'
import { findControls, readScreen, type Screen } from './readScreen.ts'
import { finality, rowsOf, ShownChain } from './ShownChain.ts'

const actions = 25
/** Milliseconds for which a live screen may lack what a socket failed to push. */
const liveDelay = 35_000
/** Milliseconds for which removed logs are shown, with time to spare. */
const removalTime = 15_000
/** Milliseconds within which a screen must settle once its nodes are healthy. */
const patience = 150_000
/** The phases whose effect ends at once. */
const phases: readonly PhaseKind[] = [
  ...(['healthy', 'slow', 'down', 'shaky', 'flaky', 'failing'] as const),
  ...(['narrow', 'terse', 'single', 'garbled', 'odd'] as const),
]

/** An explorer in the browser, its user who clicks anything, and its chains and nodes, all from a seed. */
export class ScreenPlay {
  /** What was done and what went wrong, as readable lines. */
  readonly story: string[] = []
  readonly #random: SeededRandom
  readonly #chains: readonly ShownChain[]
  readonly #config: LogsConfig
  #slowest = 60
  #chain: ShownChain
  #query: LogSearch = { fromBlock: 0n, order: 'desc', limit: 100 }
  #setQuery: (query: LogSearch) => void = () => {}
  readonly #isLive: boolean
  #isFiltered = false
  #problem: string | undefined

  constructor(seed: number) {
    this.#random = createSeededRandom(seed, 0x5c)
    const delays = createSeededRandom(seed, 0x1a)
    const latency = () => 1 + delays.below(this.#slowest)
    const one = new ShownChain(seed, { id: 3721, name: 'One', latency })
    const two = new ShownChain(seed + 7, { id: 9, name: 'Two', latency })
    this.#chains = [one, two]
    this.#chain = one
    this.#isLive = this.#random() < 0.6
    this.#config = createLogsConfig({
      networks: [one.network, two.network],
      clients: [one.client, two.client],
    })
  }

  /** Plays, and returns what went wrong. */
  async play(): Promise<string | undefined> {
    const onError = ({ message }: ErrorEvent) => this.#report(message)
    const onRejection = ({ reason }: PromiseRejectionEvent) => this.#report(String(reason))
    window.addEventListener('error', onError)
    window.addEventListener('unhandledrejection', onRejection)
    const reports = vi.spyOn(console, 'error').mockImplementation((...said) => this.#report(said.join(' ')))
    try {
      const { unmount } = await render(
        <Page
          config={this.#config}
          initialQuery={this.#query}
          onReady={(setQuery) => {
            this.#setQuery = setQuery
          }}
          onQueryChange={(query) => {
            this.story.push(`  the query is ${show(query)}`)
            this.#show(query)
          }}
          defaultLive={this.#isLive}
          onFiltersChange={(filters) => {
            this.#isFiltered = filters.length > 0
          }}
          onNetworkChange={(id) => {
            this.#chain = this.#chains.find(({ network }) => network.id === id)!
          }}
          pollingInterval={400}
          style={{ blockSize: '800px' }}
        />,
      )
      await wait(1_000)
      for (let left = actions; left > 0 && !this.#problem; left--) await this.#act()
      if (!this.#problem) await this.#settle()
      await unmount()
      await this.#expectSilence()
    } finally {
      window.removeEventListener('error', onError)
      window.removeEventListener('unhandledrejection', onRejection)
      reports.mockRestore()
    }
    return this.#problem
  }

  #show(query: LogSearch) {
    this.#query = query
    this.#setQuery(query)
  }

  async #act() {
    const random = this.#random
    const chain = random() < 0.8 ? this.#chain : random.pick(this.#chains)
    this.story.push(this.#draw(random(), chain))
    await wait(0)
    this.#check()
    for (let left = random.pick([20, 100, 400, 1_500, 3_000]); left > 0; left -= 200) {
      await wait(Math.min(left, 200))
      this.#check()
    }
  }

  /** Performs an action, and returns its description. */
  #draw(roll: number, { node, network }: ShownChain): string {
    const random = this.#random
    if (roll < 0.15) {
      const blocks = 1 + random.below(3)
      node.chain.mine(blocks)
      return `${network.name} has ${blocks} blocks more`
    }
    if (roll < 0.25) {
      const depth = 1 + random.below(finality - 1)
      node.chain.reorg(depth, { blocks: depth + random.below(3) })
      return `${network.name} replaces ${depth} blocks`
    }
    if (roll < 0.37) {
      const notes = { tooWide: new WeakSet<never>(), unavailable: new WeakSet<never>() }
      const { words, faults, slowest = 60 } = drawPhase(random, notes, phases)
      const endpoints = random() < 0.4 ? node.endpoints : [random.pick(node.endpoints)]
      for (const endpoint of endpoints) endpoint.faults = faults
      this.#slowest = slowest
      return `${endpoints.length} nodes of ${network.name}: ${words}`
    }
    if (roll < 0.45) return this.#heal()
    if (roll < 0.55) {
      const { filters: _, ...query } = drawQuery(random, this.#chain.node.chain)
      const { blockHash: __, toBlock: ___, ...open } = query
      const isOpen = random() < 0.7 || query.toBlock === 'safe' || query.toBlock === 'finalized'
      this.#show(isOpen ? open : query)
      return `the page asks for ${show(this.#query)}`
    }
    if (roll < 0.62) return click(document.querySelector<HTMLElement>('.topic0-live-status input'))
    if (roll < 0.67) return choose(random.pick(this.#chains).network)
    if (roll < 0.75)
      return click(pickFrom(random, [...document.querySelectorAll<HTMLElement>('[role=gridcell]')]))
    if (roll < 0.8) return press('Escape')
    return click(pickFrom(random, findControls()))
  }

  #heal() {
    for (const { node } of this.#chains) for (const endpoint of node.endpoints) endpoint.faults = {}
    this.#slowest = 60
    return 'all nodes are well'
  }

  /** Compares the screen with the chain as it was while this query was shown. */
  #check() {
    const screen = readScreen()
    const expected = this.#expected(screen?.live === 'live')
    if (!screen || !expected || this.#isFiltered) return
    const counts = new Set(expected.map((rows) => rows.length))
    const said = `of ${[...counts].join()} logs it says ${show({ ...screen, rows: undefined })}`
    if (screen.table === 'empty' && !counts.has(0)) this.#report(said)
    if (screen.table !== 'success' || screen.progress !== 'complete') return
    if (!counts.has(screen.count)) this.#report(said)
  }

  /** The rows of each version that the screen may show; `undefined` while its query leaves out logs by itself. */
  #expected(isLive: boolean) {
    const parsed = parseLogSearch(this.#query)
    if (parsed.where.length > 0 || parsed.events.length > 0) return undefined
    const { versions } = this.#chain
    return versions
      .filter(({ until }) => !isLive || until > Date.now() - liveDelay)
      .map((version) => rowsOf(version, parsed))
  }

  /** With healthy nodes, the screen must settle on exactly the logs of the chain. */
  async #settle() {
    this.story.push(this.#heal())
    let screen: Screen | undefined
    for (let waited = 0; waited < patience; waited += 1_000) {
      await wait(1_000)
      this.#check()
      screen = readScreen()
      if (!screen || isSettled(screen)) break
      if (waited % 20_000 === 0) click(findControls().find(({ textContent }) => textContent === 'Try again'))
    }
    if (!screen) return
    if (!isSettled(screen)) this.#report(`it never settles: ${show({ ...screen, rows: undefined })}`)
    await wait(removalTime)
    this.#check()
    screen = readScreen()
    const rows = this.#expected(true)?.at(-1)
    if (!rows || screen?.live !== 'live' || this.#isFiltered || screen.table !== 'success') return
    if (screen.count !== rows.length) this.#report(`live, it has ${screen.count} rows of ${rows.length}`)
    const isShown = (list: typeof rows) =>
      screen.rows.every(({ index, block, contract }) => {
        const row = list[index]
        if (!row) return false
        const isBlock = block === undefined || Number(row.blockNumber) === block
        return isBlock && (contract ?? row.address) === row.address
      })
    if (!screen.isSorted && !screen.hasGaps && !isShown(rows) && !isShown(rows.toReversed()))
      this.#report(`live, it shows other rows: ${show(screen.rows.slice(0, 5))}`)
  }

  /** Nothing is sent once the explorer is gone. */
  async #expectSilence() {
    const count = () => this.#chains.reduce((sum, { node }) => sum + node.calls.length, 0)
    await wait(3_000)
    const before = count()
    await wait(60_000)
    if (count() > before) this.#report(`${count() - before} calls after it was unmounted`)
  }

  #report(problem: string) {
    this.#problem ??= `${this.story.join('\n')}\n${problem}`
  }
}

interface PageProps extends LogExplorerProps {
  readonly initialQuery: LogSearch
  readonly onReady: (setQuery: (query: LogSearch) => void) => void
}

/** A page that embeds the explorer, and owns its query. */
function Page({ initialQuery, onReady, ...props }: PageProps) {
  const [query, setQuery] = useState(initialQuery)
  useEffect(() => onReady(setQuery), [onReady])
  return <LogExplorer {...props} query={query} />
}

function isSettled({ table, progress, live }: Screen): boolean {
  const isOver = progress === 'complete' || progress === 'awaiting' || table === 'error'
  return isOver && (live === 'live' || live === 'off')
}

/** Advances the fake clock, and lets the browser render. */
async function wait(time: number) {
  await vi.advanceTimersByTimeAsync(time)
  await new Promise((resolve) => requestAnimationFrame(resolve))
}

function click(element: HTMLElement | undefined | null): string {
  if (!element) return 'nothing to click'
  const words = element.getAttribute('aria-label') ?? element.textContent
  element.click()
  return `a click on "${words.slice(0, 50)}"`
}

function choose({ id, name }: { id: number; name: string }): string {
  const select = document.querySelector<HTMLSelectElement>('.topic0-network-select select')
  if (!select) return 'nothing to choose'
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!.set!.call(select, String(id))
  select.dispatchEvent(new Event('change', { bubbles: true }))
  return `the network ${name} is chosen`
}

function press(key: string): string {
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  )
  return `${key} is pressed`
}

function pickFrom<item>(random: SeededRandom, items: readonly item[]): item | undefined {
  return items.length > 0 ? random.pick(items) : undefined
}
