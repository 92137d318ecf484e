// What happens on the demo's chain: made up from a seed, and the same for the same seed.

/** Numbers from 0 up to 1, the same for the same seed (a 32-bit counter, mixed). */
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

/** How often each thing is done, and how many times over in one transaction at most. */
const actions = [
  { contract: 'harbour', action: 'pay', weight: 26, most: 60 },
  { contract: 'copper', action: 'pay', weight: 16, most: 60 },
  { contract: 'exchange', action: 'trade', weight: 24, most: 24 },
  { contract: 'postcards', action: 'exchange', weight: 12, most: 40 },
  { contract: 'materials', action: 'gather', weight: 10, most: 40 },
  { contract: 'registry', action: 'keep', weight: 6, most: 24 },
  { contract: 'oddities', action: 'wander', weight: 3, most: 12 },
  { contract: 'hostile', action: 'shout', weight: 3, most: 6 },
]
const totalWeight = actions.reduce((sum, { weight }) => sum + weight, 0)

/** One transaction: mostly a few events, now and then many. */
export function createCall(random) {
  let at = random() * totalWeight
  const { contract, action, most } = actions.find(({ weight }) => (at -= weight) < 0) ?? actions[0]
  const count = 1 + Math.floor(most * random() ** 2.2)
  return { contract, action, seed: Math.floor(random() * 2 ** 32), count }
}

/** Rare and large: everybody gets something, or everybody wants the same thing. */
const rushes = [
  { at: 0.12, contract: 'harbour', action: 'airdrop', count: 1200 },
  { at: 0.37, contract: 'postcards', action: 'exchange', count: 900 },
  { at: 0.61, contract: 'exchange', action: 'trade', count: 500 },
  { at: 0.83, contract: 'copper', action: 'airdrop', count: 2500 },
]

/**
 * The blocks in which something happens, in order, each with its calls: `{ block, calls }`, counted from 0.
 * Days are busy and nights quiet, and each hour has a temper of its own.
 */
export function* tellStory({ seed, blocks }) {
  const random = createRandom(seed)
  let temper = 1
  for (let block = 0; block < blocks; block++) {
    if (block % 300 === 0) temper = 0.25 + 1.5 * random() ** 2
    const day = 0.55 - 0.5 * Math.cos((2 * Math.PI * block * 2) / blocks)
    const calls = []
    while (calls.length < 4 && random() < Math.min(0.62, day * temper)) calls.push(createCall(random))
    for (const { at, ...rush } of rushes)
      if (block === Math.floor(at * blocks))
        calls.push({
          ...rush,
          // A short history has smaller ones.
          count: Math.ceil(rush.count * Math.min(1, blocks / 1000)),
          seed: Math.floor(random() * 2 ** 32),
        })
    if (calls.length > 0) yield { block, calls }
  }
}
