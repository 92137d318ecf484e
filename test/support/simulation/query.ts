import { dehydrate, hydrate, QueryClient, type DehydratedState } from '@tanstack/react-query'
import type { Chain, Client, Transport } from 'viem'
import { createLogCache } from '../../../src/logs/cache/createLogCache.ts'
import type { LogCache } from '../../../src/logs/cache/LogCache.ts'
import { createLogsConfig } from '../../../src/query/createLogsConfig.ts'
import { lazyEngine } from '../../../src/query/lazyEngine.ts'
import type { LogsConfig } from '../../../src/query/LogsConfig.ts'
import { memoryStorage } from '../../logs/cache/cacheMemoryStorage.ts'
import { check } from './check.ts'
import { Component } from './Component.ts'
import { drawHookQuery, type DrawnQuery } from './drawHookQuery.ts'
import { FollowWorld } from './FollowWorld.ts'
import { playWorld } from './playWorld.ts'
import { QueryWatch } from './QueryWatch.ts'
import { Quiet } from './Quiet.ts'
import { show } from './show.ts'
import { withoutTurns } from './withoutTurns.ts'
import { withVirtualTime } from './withVirtualTime.ts'
import { createWorld, type World } from './world.ts'

/** Milliseconds for a world to settle: by then every audit has run. */
const rest = 3_700_000
/** Milliseconds after which no connection may be open. */
const idle = 120_000

/**
 * Runs the simulation of one seed: components that show queries, live or not, of one network and one query client. They
 * come and go, pause, cancel, refetch, their queries are reset, removed and hydrated, and the page is reloaded, while blocks are added and replaced and
 * endpoints misbehave. Throws at the first failed check.
 */
export async function simulate(seed: number): Promise<void> {
  await lazyEngine.load()
  // Not often: where no cached block has logs, only requests for nothing else could show that they are of another chain.
  const world = createWorld({ seed, restarts: seed % 16 === 7 })
  await playWorld(world, () => new QueryPlay(world).run(), {
    only: 'query',
    seed,
    maxTurns: 1_000_000,
    restore: [withoutTurns(), withVirtualTime(world.clock)],
  })
}

/** Actions after which a query is read or followed again. */
const startsOver = new Set(['reset', 'remove', 'hydrate', 'another config'])

/** A query, with the components that show it. */
interface Shown {
  readonly drawn: DrawnQuery
  readonly watch: QueryWatch
  readonly components: Component[]
}

/** What a page holds in memory. */
interface Page {
  readonly queryClient: QueryClient
  readonly caches: readonly LogCache[]
  readonly configs: readonly LogsConfig[]
}

class QueryPlay {
  readonly #world: World
  /** What outlives the page. */
  readonly #storages = [memoryStorage(), memoryStorage()]
  #page: Page
  #config: LogsConfig
  readonly #shown: readonly Shown[]
  #error: Error | undefined

  constructor(world: World) {
    const { random } = world
    this.#world = world
    this.#page = this.#openPage()
    this.#config = this.#page.configs[0]!
    world.watchers.push(() => this.#soften())
    const followed = new FollowWorld(world)
    this.#shown = Array.from({ length: random.pick([1, 1, 2, 3]) }, () => {
      const drawn = drawHookQuery(world, this.#config)
      world.note(drawn.words)
      return { drawn, watch: new QueryWatch(followed, drawn), components: [] }
    })
  }

  #openPage(): Page {
    const { network, client, clock } = this.#world
    const caches = this.#storages.map((storage) => createLogCache({ clock, storage }))
    const configs = caches.map((cache) =>
      createLogsConfig({ networks: [network], clients: [client as Client<Transport, Chain>], cache }),
    )
    return { queryClient: new QueryClient(), caches, configs }
  }

  /** The page is reloaded: what was being stored may be lost. */
  #reload(): void {
    const { random } = this.#world
    for (const { components, watch } of this.#shown) {
      for (const one of components.splice(0)) one.unmount()
      watch.startOver()
    }
    const { queryClient, caches } = this.#page
    queryClient.clear()
    for (const cache of caches) void cache.close()
    this.#page = this.#openPage()
    this.#config = random.pick(this.#page.configs)
    for (const one of this.#shown) this.#mount(one)
  }

  /** These lies cannot be detected at once: empty blooms hide logs until an audit, and a scan reads up to the reported head. */
  #soften(): void {
    for (const { faults } of this.#world.node.endpoints) {
      if (faults.bloom === 'empty') delete faults.bloom
      delete faults.ahead
    }
  }

  async run(): Promise<void> {
    const { random, clock } = this.#world
    this.#world.start()
    const quiet = new Quiet(this.#world)
    for (const one of this.#shown) this.#mount(one)
    for (let steps = random.pick([2, 4, 8, 20, 40]); steps > 0; steps--) {
      await clock.sleep(random.pick([0, 50, 400, 3_000, 20_000]) * (0.5 + random()))
      this.#throwFirst()
      this.#step(random.pick(this.#shown))
      quiet.note(this.#shown.every(({ components }) => components.length === 0))
    }
    quiet.note(false)
    this.#world.calm()
    for (const one of this.#shown) {
      if (one.components.length === 0) this.#mount(one)
      for (const { observer } of one.components) observer.control.resume()
    }
    await clock.sleep(rest)
    this.#throwFirst()
    for (const { components } of this.#shown)
      for (const one of components) if (!one.isLive || one.status.error || one.hasFailed) one.observer.retry()
    await clock.sleep(idle)
    this.#throwFirst()
    for (const one of this.#shown) this.#settled(one)
    for (const { components } of this.#shown) for (const one of components.splice(0)) one.unmount()
    quiet.note(true)
    await clock.sleep(idle)
    quiet.note(false)
    this.#throwFirst()
    check(
      this.#world.node.sockets.every(({ isOpen, subscriptions }) => !isOpen && subscriptions.size === 0),
      'a socket was left open',
    )
  }

  #mount(one: Shown): void {
    const { random } = this.#world
    const isLive = one.drawn.isOpen && random() < 0.6
    this.#note(one, `a component comes${isLive ? ', live' : ''}`)
    const component = new Component(
      {
        queryClient: this.#page.queryClient,
        drawn: one.drawn,
        watch: one.watch,
        attempt: (run) => this.#try(run),
      },
      this.#config,
      isLive,
    )
    one.components.push(component)
  }

  /** What users, apps and React do. */
  #step(one: Shown): void {
    const { random } = this.#world
    const { components, drawn } = one
    if (components.length === 0 || random() < 0.2) return this.#mount(one)
    const component = random.pick(components)
    const { observer } = component
    const { queryClient, configs } = this.#page
    const { queryKey } = drawn.options(this.#config)
    const steps: Record<string, () => void> = {
      'a component goes': () => components.splice(components.indexOf(component), 1)[0]!.unmount(),
      'a component is replaced': () => {
        components.splice(components.indexOf(component), 1)[0]!.unmount()
        this.#mount(one)
      },
      pause: () => observer.control.pause(),
      resume: () => observer.control.resume(),
      cancel: observer.cancel,
      retry: observer.retry,
      'retry of a range': () => {
        const { requested } = observer.getSnapshot().snapshot ?? {}
        if (!requested || requested.from > requested.to) return
        const from = requested.from + BigInt(random.below(Number(requested.to - requested.from) + 1))
        observer.retryRange({ from, to: from + BigInt(random.below(20)) })
      },
      refetch: component.refetch,
      invalidate: () => void queryClient.invalidateQueries({ queryKey }),
      reset: () => void queryClient.resetQueries({ queryKey }),
      remove: () => queryClient.removeQueries({ queryKey }),
      hydrate: () => {
        const state = JSON.parse(JSON.stringify(dehydrate(queryClient))) as DehydratedState
        queryClient.removeQueries({ queryKey })
        hydrate(queryClient, state)
      },
      'another config': () => {
        this.#config = random.pick(configs)
        for (const shown of this.#shown)
          for (const each of shown.components) this.#try(() => each.setConfig(this.#config))
      },
      reload: () => this.#reload(),
      'next page': () => void observer.fetchNextPage(),
      'next page, again': () => void observer.fetchNextPage(),
    }
    const name = random.pick(Object.keys(steps))
    if (name.startsWith('next') && !drawn.isPaged) return
    this.#note(one, name)
    if (startsOver.has(name)) for (const { watch } of this.#shown) watch.startOver()
    this.#try(steps[name]!)
  }

  #settled({ components, watch }: Shown): void {
    for (const component of components) {
      const { observer, status, isLive } = component
      const { snapshot, follow } = observer.getSnapshot()
      const said = show({
        isLive,
        ...status,
        error: status.error?.message,
        rows: snapshot?.count,
        coverage: snapshot?.coverage,
        follow,
      })
      this.#try(() => watch.settled(observer.getSnapshot(), isLive, said))
    }
    this.#throwFirst()
  }

  #note(one: Shown, what: string): void {
    this.#world.note(`${this.#shown.length > 1 ? `query ${this.#shown.indexOf(one) + 1}: ` : ''}${what}`)
  }

  #try(run: () => void): void {
    try {
      run()
    } catch (error) {
      if (!this.#error) this.#world.note('here')
      this.#error ??= error as Error
    }
  }

  #throwFirst(): void {
    if (this.#error) throw new Error(this.#error.message, { cause: this.#error })
  }
}
