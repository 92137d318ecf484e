import { check } from './check.ts'
import { Followed } from './Followed.ts'
import { FollowWorld } from './FollowWorld.ts'
import { playWorld } from './playWorld.ts'
import { Quiet } from './Quiet.ts'
import { RequestBound } from './RequestBound.ts'
import { withoutTurns } from './withoutTurns.ts'
import { createWorld, type World } from './world.ts'

/** Milliseconds for a world to settle: by then every audit has run. */
const rest = 3_700_000
/** Milliseconds after which followers of a quiet network must be up to date. */
const wakening = 30_000
/** Milliseconds after which no connection or filter may be open. */
const idle = 120_000

/**
 * Runs the simulation of one seed: followers, streams and filters of one network that start, pause and stop while blocks
 * are added and replaced and endpoints misbehave. Throws at the first failed check.
 */
export async function simulate(seed: number): Promise<void> {
  const isDeep = seed % 4 === 0
  const finality = isDeep ? 4 + (seed % 13) : undefined
  const world = createWorld({ seed, finality, deepest: isDeep ? 60 : undefined, restarts: seed % 8 === 0 })
  await playWorld(world, () => play(world), {
    only: 'follow',
    seed,
    maxTurns: 1_000_000,
    restore: [withoutTurns()],
  })
}

async function play(world: World): Promise<void> {
  const { random, clock, node, page } = world
  const shown = new FollowWorld(world)
  const followed = Array.from({ length: random.pick([1, 1, 1, 2, 4]) }, () => new Followed(shown))
  world.start()
  const quiet = new Quiet(world)
  const bound = new RequestBound(
    world,
    followed.map(({ subject }) => subject),
  )
  bound.begin()
  for (const one of followed) one.listen()
  for (let steps = random.pick([1, 2, 3, 4, 6, 8, 20]); steps > 0; steps--) {
    await clock.sleep(2_000 + random.below(30_000))
    for (const one of followed) one.throwFirst()
    if (random() < 0.4) random.pick(followed).change()
    quiet.note(followed.every(({ isSilent }) => isSilent))
  }
  quiet.note(false)
  bound.endOfLife()
  world.calm()
  for (const one of followed) one.settle()
  const filters = openFilters(world)
  await clock.sleep(wakening + random.pick([0, 0, 0, 0, 30_000, 300_000]))
  // A hidden page, which is faster to simulate.
  page.show(false)
  bound.begin()
  await clock.sleep(rest)
  bound.endOfRest()
  page.show(true)
  await clock.sleep(wakening)
  for (const one of followed) one.settled()
  for (const one of followed) one.leave()
  quiet.note(true)
  await clock.sleep(idle)
  quiet.note(false)
  for (const one of followed) one.throwFirst()
  check(
    node.sockets.every(({ isOpen, subscriptions }) => !isOpen && subscriptions.size === 0),
    'a socket was left open',
  )
  const left = [...openFilters(world)].find((one) => !filters.has(one))
  check(left === undefined, `the filter ${left} was left at the node`)
}

/** Connections and filters open at the nodes. Filters lost during faults do not count: nodes drop those that are not polled. */
function openFilters({ node }: World): ReadonlySet<string> {
  return new Set(
    node.endpoints.flatMap(({ host, filters }) => [...filters.keys()].map((id) => `${host} ${id}`)),
  )
}
