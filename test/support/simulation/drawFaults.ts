import type { TestError, EndpointFaults } from '../../../src/testing/EndpointFaults.ts'
import type { SeededRandom } from '../../../src/testing/SeededRandom.ts'
import type { WireLog } from '../../../src/testing/WireLog.ts'
import { mangleSome } from '../mangleLogs.ts'
import { hostileWords, rangeWords, resultWords, unclearWords } from './refusalWords.ts'

export interface DrawnFaults {
  readonly faults: EndpointFaults
  /** What was drawn, in a few words. */
  readonly names: readonly string[]
  /** No fault here may keep a scan from reading everything while another endpoint is available. */
  readonly mild: boolean
  /** It answers `eth_getLogs` at all. */
  readonly serves: boolean
}

export interface FaultLimits {
  /** Most logs in one block. */
  readonly densest: number
  readonly blocks: number
  /** Every block has logs. */
  readonly isDense: boolean
  /** Refusals that the same request would always get again. */
  readonly deterministic: WeakSet<TestError>
  /** Those of them that are classified as a range that is too wide. */
  readonly tooWide: WeakSet<TestError>
}

/** Blocks that no node has dropped: more than are not final, and than any is behind. */
const youngest = 80

type Draw = (
  random: SeededRandom,
  limits: FaultLimits,
) => Partial<DrawnFaults> & {
  faults: EndpointFaults
  /** It adds logs to answers. */
  pads?: boolean
}

const usualCaps = [25, 100, 256, 500, 1_000, 2_000, 5_000, 10_000] as const
const secretUrl = 'https://node-1.test/v2/a-very-secret-key-1?token=a-very-secret-key'

function foreignLogs(logs: WireLog[], way: number): unknown[] {
  const [base] = logs
  if (!base) return logs
  if (way === 0) return [...logs, { ...base, blockNumber: '0xffffffff' }]
  if (way === 1) return [...logs.toReversed(), ...logs.slice(0, 3)]
  return [{ ...base, removed: true }, ...logs, { ...base, removed: true, logIndex: '0x3e8' }]
}

const draws: readonly Draw[] = [
  (random, { deterministic, tooWide, blocks }) => {
    const words = random.pick(rangeWords)
    const limit = 1 + random.below(Math.min(200, blocks)) + (random() < 0.9 ? 8 : 0)
    return {
      faults: { maxBlockRange: limit, rangeError: (asked) => tag(words(asked), deterministic, tooWide) },
      names: [`at most ${limit} blocks: ${words({ limit, from: 0, to: 1_000 }).message.slice(0, 40)}`],
      mild: true,
    }
  },
  (random, { deterministic, tooWide }) => {
    const words = random.pick(hostileWords)
    const limit = 16 + random.below(100)
    return {
      faults: { maxBlockRange: limit, rangeError: (asked) => tag(words(asked), deterministic, tooWide) },
      names: [`at most ${limit} blocks, and a hostile hint`],
      mild: true,
    }
  },
  (random, { deterministic }) => {
    const words = random.pick(unclearWords)
    // Errors that may be transient are retried.
    const isFinal = words.message === 'nope'
    return {
      faults: {
        maxBlockRange: 8 + random.below(200),
        rangeError: () => (isFinal ? tag({ ...words }, deterministic) : { ...words }),
      },
      names: [`a range limit in unclear words: ${words.code} ${words.message}`],
      mild: true,
    }
  },
  (random, { densest, deterministic }) => {
    const words = random.pick(resultWords)
    const enough = random() < 0.7
    const limit = enough ? Math.max(4, densest) + random.below(60) : 1 + random.below(Math.max(1, densest))
    return {
      faults: { maxResults: limit, resultsError: (asked) => tag(words(asked), deterministic) },
      names: [`at most ${limit} logs: ${words({ limit, from: 0, to: 8 }).message.slice(0, 30)}`],
      mild: true,
      serves: enough,
    }
  },
  (random, { deterministic }) => {
    const refusal = random.pick([
      { code: -32600, message: 'eth_getLogs is only available on a paid tier' },
      { code: -32601, message: 'the method eth_getLogs does not exist/is not available' },
    ])
    return {
      faults: { refuse: { eth_getLogs: tag(refusal, deterministic) } },
      names: ['no eth_getLogs'],
      mild: true,
      serves: false,
    }
  },
  (random) => ({
    faults:
      random() < 0.5
        ? { chainId: 1 }
        : { refuse: { eth_chainId: { code: random.pick([-32601, -32004, -32001]), message: 'no' } } },
    names: ['another network'],
    mild: true,
    serves: false,
  }),
  (random) => {
    const hangOver = 16 + random.below(150)
    return { faults: { hangOver }, names: [`hangs over ${hangOver} blocks`] }
  },
  (random) => ({
    faults: {
      chance: 0.5,
      ...random.pick<EndpointFaults>([
        { dropItem: 0 },
        { dropItem: 1 },
        { duplicate: true },
        { foreignId: true },
        { cut: random() },
      ]),
    },
    names: ['garbled messages'],
  }),
  (random) => ({
    faults: random.pick<EndpointFaults>([{ reverse: true }, { stringIds: true }]),
    names: ['odd ids'],
    mild: true,
  }),
  (random) => {
    const batchLimit = {
      limit: 1 + random.below(4),
      style: random.pick(['object', 'array', '413', '500'] as const),
    }
    return {
      faults: { batchLimit },
      names: [`batches of ${batchLimit.limit} by ${batchLimit.style}`],
      mild: true,
    }
  },
  (random) => {
    const lag = 1 + random.below(30)
    return {
      faults: { lag, beyondHead: random.pick(['clamp', 'error', 'empty']) },
      names: [`${lag} behind`],
      mild: true,
    }
  },
  (random) => ({
    faults: { beyondHead: random.pick(['error', 'empty']) },
    names: ['strict about its head'],
    mild: true,
  }),
  (random, { blocks, isDense }) => {
    // No node prunes blocks that are not final yet.
    const below = blocks > youngest ? 2 + random.below(blocks - youngest) : 0
    const style = random.pick(['error', 'empty'] as const)
    // Headers show whether logs are pruned only if blocks have logs.
    const headers = isDense && random() < 0.5
    return {
      faults: { pruned: { below, style, headers } },
      names: [`pruned below ${below}: ${style}${headers ? ' with headers' : ''}`],
      mild: true,
      serves: false,
    }
  },
  (random, { densest }) => {
    const truncateAt = random.pick(usualCaps.filter((cap) => cap > densest))
    return { faults: { truncateAt }, names: [`cuts off at ${truncateAt}`], mild: true }
  },
  (random) => {
    const style = random.pick(['429', '-32005'] as const)
    const retryAfter = random.pick(['1', '3', 'soon', '', 'Thu, 01 Jan 2026 12:00:09 GMT'])
    return {
      faults: {
        rateLimit: { times: 1 + random.below(6), style, ...(retryAfter !== '' && { retryAfter }) },
      },
      names: ['refuses a few for their rate'],
    }
  },
  (random) => {
    const perSecond = 2 + random.below(20)
    return {
      faults: { rate: { perSecond, style: random.pick(['429', '-32005'] as const) } },
      names: [`${perSecond} a second`],
    }
  },
  (random) => {
    const down = random.pick([
      'cors',
      'html',
      'html-403',
      'html-503',
      'empty',
      'null',
      'object',
      'hang',
    ] as const)
    const chance = random() < 0.5 ? undefined : 0.3
    return {
      faults: { down, ...(chance !== undefined && { chance }) },
      names: [`down: ${down} ${chance ?? 'always'}`],
      mild: chance === undefined,
      serves: chance !== undefined,
    }
  },
  (random) => ({ faults: { errorRate: random() * 0.4 }, names: ['random errors'] }),
  (random) => {
    const way = random.below(3)
    return {
      faults: { tamper: (logs) => foreignLogs(logs, way) },
      names: [`foreign logs ${way}`],
      mild: true,
      pads: true,
    }
  },
  (random) => {
    const every = random.pick([1, 3, 20, 20, 100, 500])
    return {
      faults: { tamper: mangleSome(random, every) },
      names: [`mangles one log in ${every}`],
      mild: true,
      serves: false,
    }
  },
  () => ({
    faults: {
      respond: ({ method }) =>
        method === 'eth_getLogs'
          ? { error: { code: -32603, message: `upstream ${secretUrl} said no` } }
          : undefined,
    },
    names: ['tells its URL'],
    mild: true,
    serves: false,
  }),
]

/** Any faults for one endpoint, none to three of them. */
export function drawFaults(random: SeededRandom, limits: FaultLimits): DrawnFaults {
  const count = random.pick([0, 0, 1, 1, 1, 2, 2, 3])
  let faults: EndpointFaults = {}
  const names: string[] = []
  let mild = true
  let serves = true
  let pads = false
  for (let drawn = 0; drawn < count; drawn++) {
    const one = random.pick(draws)(random, limits)
    // Truncated answers padded with unrequested logs look complete.
    if ((pads && one.faults.truncateAt !== undefined) || (one.pads && faults.truncateAt !== undefined))
      continue
    pads ||= one.pads ?? false
    faults = { ...faults, ...one.faults, refuse: { ...faults.refuse, ...one.faults.refuse } }
    names.push(...(one.names ?? []))
    mild &&= one.mild ?? false
    serves &&= one.serves ?? true
  }
  return { faults, names, mild, serves }
}

function tag(error: TestError, ...sets: readonly WeakSet<TestError>[]): TestError {
  for (const set of sets) set.add(error)
  return error
}
