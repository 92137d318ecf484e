import type { Filter } from '../../../src/logs/Filter.ts'
import { Follower } from '../../../src/logs/follow/Follower.ts'
import type { FollowerOptions } from '../../../src/logs/follow/Follower.ts'
import { fakeEvents } from '../fakeNodeChain.ts'
import { FollowWatch } from './FollowWatch.ts'
import { FollowWorld } from './FollowWorld.ts'
import { check } from './ScanWatch.ts'
import { show } from './show.ts'
import { createWorld, type World } from './world.ts'

/** Milliseconds that a world is given to come to rest: every audit has run by then. */
const rest = 3_700_000
/** Milliseconds after which followers of a quiet network have come to terms with it. */
const wakening = 30_000
/** Milliseconds after which nothing is open any more at the node. */
const idle = 120_000

/**
 * Plays everything that follows from one seed: followers of one network that come, pause and go while blocks come and
 * go and endpoints misbehave. Throws at the first thing that is not as it must be.
 */
export async function simulate(seed: number): Promise<void> {
  const isDeep = seed % 4 === 0
  const finality = isDeep ? 4 + (seed % 13) : undefined
  const world = createWorld({ seed, finality, deepest: isDeep ? 60 : undefined })
  try {
    await world.clock.run(play(world), 1_000_000)
  } catch (error) {
    const { message } = error as Error
    const replay = `npm run simulate -- --only follow --seed ${seed}`
    throw new Error([`seed ${seed}: ${message}`, ...world.notes, `replay: ${replay}`].join('\n  '), {
      cause: error,
    })
  } finally {
    world.close()
  }
}

async function play(world: World): Promise<void> {
  const { random, clock, node, page } = world
  const shown = new FollowWorld(world)
  const followed = Array.from({ length: random.pick([1, 1, 1, 2, 4]) }, () => new Followed(shown))
  world.start()
  const quiet = new Quiet(world)
  for (const one of followed) one.listen()
  for (let steps = random.pick([1, 2, 3, 4, 12]); steps > 0; steps--) {
    await clock.sleep(2_000 + random.below(30_000))
    for (const one of followed) one.throwFirst()
    if (random() < 0.4) random.pick(followed).change()
    quiet.note(followed.every(({ isSilent }) => isSilent))
  }
  quiet.note(false)
  world.calm()
  for (const one of followed) one.settle()
  await clock.sleep(wakening)
  // Nobody looks, which costs less to play.
  if (random() < 0.9) page.show(false)
  await clock.sleep(rest)
  page.show(true)
  await clock.sleep(wakening)
  for (const one of followed) one.settled()
  for (const one of followed) one.leave()
  quiet.note(true)
  await clock.sleep(idle)
  quiet.note(false)
  check(
    node.sockets.every(({ isOpen, subscriptions }) => !isOpen && subscriptions.size === 0),
    'a socket was left open',
  )
}

/** A follower, and who listens to it. */
class Followed {
  readonly #world: World
  readonly #follower: Follower
  readonly #watch: FollowWatch
  #stop: (() => void)[] = []
  #isPaused = false
  #error: Error | undefined

  constructor(shown: FollowWorld) {
    const { world } = shown
    this.#world = world
    const { client, clock, page } = world
    const options = drawOptions(world)
    const { filter, start, verifiedTo } = options
    const known = verifiedTo === undefined ? [] : world.canonical(filter, start, verifiedTo)
    this.#watch = new FollowWatch(shown, filter, start, known)
    world.note(show({ ...options, tail: options.tail?.length }))
    this.#follower = new Follower(client, {
      ...options,
      clock,
      page: page.signals,
      // What a consumer throws must not be lost in the follower.
      onChange: (change) => this.#try(() => this.#watch.change(change)),
    })
  }

  get isSilent(): boolean {
    return this.#isPaused || this.#stop.length === 0
  }

  listen(): void {
    const stop = this.#follower.subscribe(() =>
      this.#try(() => {
        check(this.#stop.length > 0, 'it told somebody who had left')
        this.#watch.state(this.#follower.getState())
      }),
    )
    this.#stop.push(stop)
  }

  /** Pauses or resumes, comes or goes. */
  change(): void {
    const { random } = this.#world
    if (random() < 0.5) {
      this.#isPaused = !this.#isPaused
      this.#world.note(this.#isPaused ? 'paused' : 'resumed')
      if (this.#isPaused) this.#follower.pause()
      else this.#follower.resume()
    } else if (this.#stop.length > 0 && random() < 0.7) {
      this.#world.note('a listener leaves')
      this.#stop.pop()?.()
    } else {
      this.#world.note('a listener comes')
      this.listen()
    }
  }

  settle(): void {
    this.#isPaused = false
    this.#follower.resume()
    if (this.#stop.length === 0) this.listen()
  }

  settled(): void {
    this.throwFirst()
    this.#watch.settled(this.#follower.getState())
  }

  leave(): void {
    for (const stop of this.#stop.splice(0)) stop()
  }

  throwFirst(): void {
    if (this.#error) throw this.#error
  }

  #try(run: () => void): void {
    try {
      run()
    } catch (error) {
      this.#error ??= error as Error
    }
  }
}

/** Watches over the silence of those who must not send anything. */
class Quiet {
  readonly #world: World
  #since: number | undefined

  constructor(world: World) {
    this.#world = world
  }

  note(isQuiet: boolean): void {
    const { calls } = this.#world.node
    if (this.#since !== undefined) {
      // A connection that was being opened asks, and takes it back.
      const sent = calls.slice(this.#since).filter(({ method }) => !method.endsWith('subscribe'))
      check(sent.length === 0, `${sent[0]?.method} was sent though nobody listens`)
    }
    this.#since = isQuiet ? calls.length : undefined
  }
}

type Drawn = Pick<FollowerOptions, 'filter' | 'start' | 'verifiedTo' | 'tail' | 'anchor' | 'pollingInterval'>

function drawOptions(world: World): Drawn {
  const { random, node, finality } = world
  const { head } = node.chain
  const filter = drawFilter(world)
  const pollingInterval = random.pick([1_000, 4_000, 4_000, 15_000])
  const kind = random.below(3)
  if (kind === 0) return { filter, start: head + 1n + BigInt(random.below(20)), pollingInterval }
  const start = BigInt(random.below(Number(head)))
  if (kind === 1) return { filter, start, pollingInterval }
  // As a scan leaves it: verified up to near the head, a block that is final known by its hash.
  const verifiedTo = start > head - 3n ? head : head - BigInt(random.below(3))
  const finalised = verifiedTo - BigInt(finality)
  const last = node.chain.block(Number(finalised))
  return {
    filter,
    start,
    verifiedTo,
    tail: world.canonical(filter, finalised + 1n > start ? finalised + 1n : start, verifiedTo),
    anchor: last && { number: finalised, hash: last.hash },
    pollingInterval,
  }
}

function drawFilter({ random, node }: World): Filter {
  const address = random() < 0.5 ? undefined : [random.pick(node.chain.contracts)]
  const topics = random.pick([[], [], [[fakeEvents[0]]], [null, null], [[fakeEvents[2], fakeEvents[1]]]])
  return { address, topics: topics.map((any) => any && [...any].sort()) }
}
