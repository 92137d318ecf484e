// The history of the demo's chain, drawn from a seed: the same seed gives the same history.

/** Creates pseudo-random numbers from 0 up to, not including, 1, which depend only on the seed (a mixed 32-bit counter). */
export function createRandom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

/** How often each function is called, and how many times it may act in one transaction. */
const actions = [
  { contract: 'harbour', action: 'pay', weight: 26, maxCount: 60 },
  { contract: 'copper', action: 'pay', weight: 16, maxCount: 60 },
  { contract: 'exchange', action: 'trade', weight: 24, maxCount: 24 },
  { contract: 'postcards', action: 'exchange', weight: 12, maxCount: 40 },
  { contract: 'materials', action: 'gather', weight: 10, maxCount: 40 },
  { contract: 'registry', action: 'keep', weight: 6, maxCount: 24 },
  { contract: 'oddities', action: 'wander', weight: 3, maxCount: 12 },
  { contract: 'hostile', action: 'shout', weight: 3, maxCount: 6 },
]
const totalWeight = actions.reduce((sum, { weight }) => sum + weight, 0)

/** Draws one transaction: mostly a few events, sometimes many. */
export function createCall(random) {
  let at = random() * totalWeight
  const { contract, action, maxCount } = actions.find(({ weight }) => (at -= weight) < 0) ?? actions[0]
  const count = 1 + Math.floor(maxCount * random() ** 2.2)
  return { contract, action, seed: Math.floor(random() * 2 ** 32), count }
}

/** Rare transactions with many events. `at` is their place in the history, from 0 to 1. */
const rushes = [
  { at: 0.12, contract: 'harbour', action: 'airdrop', count: 1200 },
  { at: 0.37, contract: 'postcards', action: 'exchange', count: 900 },
  { at: 0.61, contract: 'exchange', action: 'trade', count: 500 },
  { at: 0.83, contract: 'copper', action: 'airdrop', count: 2500 },
]

/**
 * The blocks with transactions, in order, each with its calls: `{ block, calls }`, counted from 0. Days are busy, nights are
 * quiet, and activity differs from hour to hour.
 */
export function* tellStory({ seed, blocks }) {
  const random = createRandom(seed)
  let activity = 1
  for (let block = 0; block < blocks; block++) {
    if (block % 300 === 0) activity = 0.25 + 1.5 * random() ** 2
    const day = 0.55 - 0.5 * Math.cos((2 * Math.PI * block * 2) / blocks)
    const calls = []
    while (calls.length < 4 && random() < Math.min(0.62, day * activity)) calls.push(createCall(random))
    for (const { at, ...rush } of rushes)
      if (block === Math.floor(at * blocks))
        calls.push({
          ...rush,
          // Smaller in a short history.
          count: Math.ceil(rush.count * Math.min(1, blocks / 1000)),
          seed: Math.floor(random() * 2 ** 32),
        })
    if (calls.length > 0) yield { block, calls }
  }
}
