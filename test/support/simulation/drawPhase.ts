import type { TestError, EndpointFaults } from '../../../src/testing/EndpointFaults.ts'
import type { SeededRandom } from '../../../src/testing/SeededRandom.ts'
import { rangeWords, resultWords } from './refusalWords.ts'

/** How an endpoint behaves for a while. */
export interface Phase {
  readonly words: string
  readonly faults: EndpointFaults
  /** Most milliseconds of an answer. */
  readonly slowest?: number | undefined
}

export interface PhaseNotes {
  /** Refusals of a range as too wide, in words we know. */
  readonly tooWide: WeakSet<TestError>
  /** Permanent refusals of a method. */
  readonly unavailable: WeakSet<TestError>
}

const styles = ['cors', 'html', 'html-403', 'html-503', 'empty', 'null', 'object', 'hang'] as const

type Draw = (random: SeededRandom, notes: PhaseNotes) => Phase

const draws = {
  healthy: () => ({ words: 'healthy', faults: {} }),
  slow: (random) => {
    const slowest = 500 + random.below(8_000)
    return { words: `up to ${slowest} ms`, faults: {}, slowest }
  },
  down: (random) => {
    const down = random.pick(styles)
    return { words: `down: ${down}`, faults: { down } }
  },
  shaky: (random) => {
    const down = random.pick(styles)
    return { words: `now and then ${down}`, faults: { down, chance: random() * 0.6 } }
  },
  flaky: (random) => ({ words: 'random errors', faults: { errorRate: random() * 0.7 } }),
  failing: (random) => {
    // The endpoint is up, and only fails these calls.
    const failing = random.pick([['eth_getLogs'], ['eth_getBlockByNumber', 'eth_blockNumber']])
    const error = { code: -32603, message: 'internal error' }
    return {
      words: `no answer to ${failing.join()}`,
      faults: { respond: ({ method }) => (failing.includes(method) ? { error } : undefined) },
    }
  },
  resting: (random) => {
    const retryAfter = random.pick(['1', '7', '30', '90', '600', 'soon', ''])
    const style = random.pick(['429', '-32005'] as const)
    return {
      words: `refuses for the rate, Retry-After "${retryAfter}"`,
      faults: {
        rateLimit: { times: 1 + random.below(60), style, ...(retryAfter !== '' && { retryAfter }) },
      },
    }
  },
  rationed: (random) => {
    const perSecond = 1 + random.below(20)
    const style = random.pick(['429', '-32005'] as const)
    return { words: `${perSecond} a second`, faults: { rate: { perSecond, style } } }
  },
  narrow: (random, { tooWide }) => {
    const words = random.pick(rangeWords)
    const limit = 1 + random.below(60)
    const rangeError: EndpointFaults['rangeError'] = (asked) => tag(words(asked), tooWide)
    return { words: `at most ${limit} blocks`, faults: { maxBlockRange: limit, rangeError } }
  },
  terse: (random) => {
    const words = random.pick(resultWords)
    return { words: 'few logs', faults: { maxResults: 1 + random.below(60), resultsError: words } }
  },
  lacking: (random, { unavailable }) => {
    const error = random.pick([
      { code: -32600, message: 'eth_getLogs is only available on a paid tier' },
      { code: -32601, message: 'the method eth_getLogs does not exist/is not available' },
    ])
    return { words: 'no eth_getLogs', faults: { refuse: { eth_getLogs: tag(error, unavailable) } } }
  },
  single: (random) => {
    const limit = 1 + random.below(6)
    const style = random.pick(['object', 'array', '413', '500'] as const)
    return { words: `batches of ${limit} by ${style}`, faults: { batchLimit: { limit, style } } }
  },
  garbled: (random) => {
    const garbled = random.pick<EndpointFaults>([
      { dropItem: random.below(4) },
      { duplicate: true },
      { foreignId: true },
      { cut: random() },
    ])
    return { words: `garbled: ${Object.keys(garbled).join()}`, faults: { ...garbled, chance: random() } }
  },
  odd: (random) => {
    const odd = random.pick<EndpointFaults>([{ reverse: true }, { stringIds: true }])
    return { words: `odd ids: ${Object.keys(odd).join()}`, faults: odd }
  },
} satisfies Record<string, Draw>

export type PhaseKind = keyof typeof draws

const kinds = Object.keys(draws) as PhaseKind[]

/** A way in which endpoints behave, of some kinds or any, one that works among them. */
export function drawPhase(
  random: SeededRandom,
  notes: PhaseNotes,
  among: readonly PhaseKind[] = kinds,
): Phase {
  const phase = draws[random.pick(among)](random, notes)
  if (random() > 0.2) return phase
  const perSecond = random.pick([1, 1, 3])
  const rate = { perSecond, style: random.pick(['429', '-32005'] as const) }
  return { ...phase, words: `${phase.words}, ${perSecond} a second`, faults: { rate, ...phase.faults } }
}

function tag(error: TestError, set: WeakSet<TestError>): TestError {
  set.add(error)
  return error
}
