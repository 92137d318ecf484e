import { Followed } from './Followed.ts'
import { FollowWorld } from './FollowWorld.ts'
import { Quiet } from './Quiet.ts'
import { RequestBound } from './RequestBound.ts'
import { check } from './ScanWatch.ts'
import { withoutTurns } from './withoutTurns.ts'
import { createWorld, type World } from './world.ts'

/** Milliseconds that a world is given to come to rest: every audit has run by then. */
const rest = 3_700_000
/** Milliseconds after which followers of a quiet network have come to terms with it. */
const wakening = 30_000
/** Milliseconds after which nothing is open any more at the node. */
const idle = 120_000

/**
 * Plays everything that follows from one seed: followers, streams and filters of one network that come, pause and go
 * while blocks come and go and endpoints misbehave. Throws at the first thing that is not as it must be.
 */
export async function simulate(seed: number): Promise<void> {
  const isDeep = seed % 4 === 0
  const finality = isDeep ? 4 + (seed % 13) : undefined
  const world = createWorld({ seed, finality, deepest: isDeep ? 60 : undefined })
  const giveBack = withoutTurns()
  try {
    await world.clock.run(play(world), 1_000_000)
  } catch (error) {
    const { message } = error as Error
    const replay = `npm run simulate -- --only follow --seed ${seed}`
    throw new Error([`seed ${seed}: ${message}`, ...world.notes, `replay: ${replay}`].join('\n  '), {
      cause: error,
    })
  } finally {
    giveBack()
    world.close()
  }
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
  // Nobody looks, which costs less to play.
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

/** What is open at the nodes. Filters of worse times may have been lost sight of: nodes drop what nobody polls. */
function openFilters({ node }: World): ReadonlySet<string> {
  return new Set(
    node.endpoints.flatMap(({ host, filters }) => [...filters.keys()].map((id) => `${host} ${id}`)),
  )
}
