import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLogCache } from '../../../src/logs/cache/createLogCache.ts'
import type { BlockHashes } from '../../../src/logs/columns/blockHashes.ts'
import { readSelection, type LogSelection } from '../../../src/logs/columns/LogSelection.ts'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import type { BlockInterval } from '../../../src/logs/Coverage.ts'
import { containsFilter } from '../../../src/logs/filter/containsFilter.ts'
import type { Filter } from '../../../src/logs/filter/Filter.ts'
import { matchesFilter } from '../../../src/logs/filter/matchesFilter.ts'
import type { RawLog } from '../../../src/logs/Log.ts'
import { blocksOf, Chain } from './cacheChain.ts'
import { filters } from './cacheFilters.ts'

const lastBlock = 40
const network = 1

const block = fc.integer({ min: 0, max: lastBlock }).map(BigInt)
const range = fc
  .tuple(fc.integer({ min: 0, max: lastBlock }), fc.integer({ min: 0, max: 12 }))
  .map(([from, length]) => ({ from: BigInt(from), to: BigInt(from + length) }))

type Step =
  | { type: 'add'; filter: number; range: BlockInterval }
  | { type: 'reorg'; from: bigint }
  | { type: 'finalize'; upTo: bigint }
  | { type: 'lookup'; filter: number; range: BlockInterval }

const filterIndex = fc.nat({ max: 3 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ type: fc.constant('add' as const), filter: filterIndex, range }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('reorg' as const), from: block }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('finalize' as const), upTo: block }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('lookup' as const), filter: filterIndex, range }) },
)
const story = fc.record({
  filters: fc.array(filters, { minLength: 4, maxLength: 4 }),
  steps: fc.array(step, { minLength: 1, maxLength: 40 }),
})

interface Cell {
  state: 'final' | 'tail'
  logs: readonly RawLog[]
  hashes: BlockHashes
}

/** Reference cache that keeps each block separately. */
class NaiveCache {
  readonly cells = new Map<Filter, Map<bigint, Cell>>()

  #tails(): Cell[] {
    return [...this.cells.values()].flatMap((cells) =>
      [...cells.values()].filter(({ state }) => state === 'tail'),
    )
  }

  #settle(hashes: BlockHashes): void {
    const known = new Map(this.#tails().flatMap((cell) => [...cell.hashes]))
    const heights = [...hashes.keys()].filter((height) => known.has(height)).sort((a, b) => Number(a - b))
    const contradicted = heights.find((height) => known.get(height) !== hashes.get(height))
    if (contradicted === undefined) return
    const above = heights.filter((height) => height < contradicted).at(-1) ?? -1n
    for (const cells of this.cells.values())
      for (const [height, cell] of cells) {
        if (cell.state !== 'tail') continue
        if (height > above) cells.delete(height)
        else cell.hashes = new Map([...cell.hashes].filter(([at]) => at <= above))
      }
  }

  #confirm(final: BlockHashes): void {
    for (const cells of this.cells.values())
      for (const [height, cell] of cells) {
        const confirmed = [...cell.hashes].some(([at, hash]) => at >= height && final.get(at) === hash)
        if (cell.state === 'tail' && confirmed) cell.state = 'final'
      }
  }

  add(
    filter: Filter,
    range: BlockInterval,
    logs: (height: bigint) => readonly RawLog[],
    hashes: BlockHashes,
    final: boolean,
  ) {
    this.#settle(hashes)
    if (final) this.#confirm(hashes)
    const cells = this.cells.get(filter) ?? new Map<bigint, Cell>()
    this.cells.set(filter, cells)
    for (const height of blocksOf(range))
      if (cells.get(height)?.state !== 'final')
        cells.set(height, {
          state: final ? 'final' : 'tail',
          logs: logs(height),
          hashes: final ? new Map() : hashes,
        })
  }

  /** The part of a block that any filter of the same width has. */
  held(filter: Filter, height: bigint): Cell[] {
    return [...this.cells]
      .filter(([wide]) => containsFilter(wide, filter))
      .flatMap(([, cells]) => cells.get(height) ?? [])
  }
}

/** Plays a story to the cache and to the reference, and lets `check` compare them at each lookup. */
function play(
  { filters, steps }: { filters: readonly Filter[]; steps: readonly Step[] },
  maxBytes: number | undefined,
  check: (facts: {
    filter: Filter
    range: BlockInterval
    found: ReturnType<ReturnType<typeof createLogCache>['lookup']>
    naive: NaiveCache
    chain: Chain
  }) => void,
): void {
  const cache = createLogCache({ maxBytes })
  const naive = new NaiveCache()
  const chain = new Chain()
  const canonical = filters.map((filter) =>
    filters.find((other) => JSON.stringify(other) === JSON.stringify(filter))!,
  )
  let finalized = -1n
  for (const step of steps)
    if (step.type === 'reorg') chain.reorg(step.from > finalized ? step.from : finalized + 1n)
    else if (step.type === 'finalize') {
      if (step.upTo > finalized) finalized = step.upTo
    } else if (step.type === 'add') {
      const filter = canonical[step.filter]!
      const logs = chain.read(step.range, filter)
      const final = step.range.to <= finalized
      const hashes = new Map(logs.map((log) => [log.blockNumber, log.blockHash] as const))
      cache.add(network, filter, step.range, packLogs(logs), { final })
      naive.add(filter, step.range, (height) => chain.logs(height, filter), hashes, final)
    } else {
      const filter = canonical[step.filter]!
      check({ filter, range: step.range, found: cache.lookup(network, filter, step.range), naive, chain })
    }
}

/** Held and missing intervals together cover the range, in order, each block once. */
function expectPartition(
  range: BlockInterval,
  found: ReturnType<ReturnType<typeof createLogCache>['lookup']>,
) {
  const heldBlocks = found.cached.flatMap((interval) => blocksOf(interval.range))
  expect(heldBlocks).toEqual([...heldBlocks].sort((a, b) => Number(a - b)))
  const all = [...heldBlocks, ...found.missing.flatMap(blocksOf)].sort((a, b) => Number(a - b))
  expect(all).toEqual(blocksOf(range))
}

const at = (height: bigint) => (log: RawLog) => log.blockNumber === height
const plain = (selection: LogSelection): readonly RawLog[] => readSelection(selection)

describe('the cache agrees with one that keeps each block separately', () => {
  test('it holds the same blocks with the same logs', () => {
    fc.assert(
      fc.property(story, (story) => {
        play(story, undefined, ({ filter, range, found, naive }) => {
          expectPartition(range, found)
          for (const { range, selection, final } of found.cached) {
            const cells = blocksOf(range).map((height) => {
              const cells = naive.held(filter, height)
              return (
                cells.find(({ state }) => state === 'final') ?? cells.filter(({ state }) => state === 'tail')
              )
            })
            expect(cells.every((cell) => 'state' in cell)).toBe(final)
            const shown = plain(selection)
            for (const [index, height] of blocksOf(range).entries()) {
              const candidates = [cells[index]!]
                .flat()
                .map(({ logs }) => logs.filter((log) => matchesFilter(filter, log)))
              expect(candidates).toContainEqual(shown.filter(at(height)))
            }
            expect(
              shown.every(({ blockNumber }) => blockNumber >= range.from && blockNumber <= range.to),
            ).toBe(true)
          }
          for (const height of found.missing.flatMap(blocksOf)) expect(naive.held(filter, height)).toEqual([])
        })
      }),
      { numRuns: 250 },
    )
  })

  test('final blocks match the chain', () => {
    fc.assert(
      fc.property(story, (story) => {
        play(story, undefined, ({ filter, found, chain }) => {
          for (const { range, selection, final } of found.cached)
            if (final) expect(plain(selection)).toEqual(chain.read(range, filter))
        })
      }),
      { numRuns: 200 },
    )
  })

  test('short of memory, it keeps less and never claims evicted blocks', () => {
    fc.assert(
      fc.property(story, fc.integer({ min: 500, max: 6_000 }), (story, maxBytes) => {
        play(story, maxBytes, ({ filter, range, found, naive, chain }) => {
          expectPartition(range, found)
          for (const { range, selection, final } of found.cached) {
            for (const height of blocksOf(range))
              expect(
                naive.held(filter, height).some(({ state }) => state === (final ? 'final' : state)),
              ).toBe(true)
            if (final) expect(plain(selection)).toEqual(chain.read(range, filter))
          }
        })
      }),
      { numRuns: 200 },
    )
  })
})

describe('the tail', () => {
  const all: Filter = { address: undefined, topics: [] }
  const window = { from: 0n, to: 19n }

  function setUp() {
    const chain = new Chain()
    const cache = createLogCache()
    return {
      chain,
      add: (range: BlockInterval, logs: readonly RawLog[], final = false) =>
        cache.add(network, all, range, packLogs(logs), { final }),
      read: (range: BlockInterval, final = false) =>
        cache.add(network, all, range, packLogs(chain.read(range, all)), { final }),
      look: () => cache.lookup(network, all, window),
    }
  }

  test('is held until a response shows another chain, then dropped', () => {
    const { chain, read, look } = setUp()
    read({ from: 0n, to: 9n })
    read({ from: 10n, to: 19n })
    expect(look().missing).toEqual([])
    chain.reorg(14n)
    read({ from: 13n, to: 15n })
    expect(look().cached.map(({ range }) => range)).toEqual([
      { from: 0n, to: 9n },
      { from: 10n, to: 12n },
      { from: 13n, to: 15n },
    ])
    expect(look().missing).toEqual([{ from: 16n, to: 19n }])
    read({ from: 16n, to: 19n })
    expect(look().missing).toEqual([])
    expect(look().cached.flatMap(({ selection }) => plain(selection))).toEqual(chain.read(window, all))
  })

  test('becomes final up to the highest block whose hash a final response shows too', () => {
    const { read, look } = setUp()
    read({ from: 0n, to: 15n })
    read({ from: 11n, to: 12n }, true)
    expect(look().cached.map(({ range, final }) => [range.from, range.to, final])).toEqual([
      [0n, 12n, true],
      [13n, 15n, false],
    ])
  })

  test('rejects a response that mixes two chains', () => {
    const { chain, add, look } = setUp()
    const [before] = chain.logs(15n)
    chain.reorg(15n)
    const [, after] = chain.logs(15n)
    add(window, [before!, after!])
    expect(look().cached).toEqual([])
  })

  test('never replaces final blocks', () => {
    const { chain, read, look } = setUp()
    read({ from: 5n, to: 14n }, true)
    const final = chain.read({ from: 5n, to: 14n }, all)
    chain.reorg(0n)
    read({ from: 4n, to: 15n })
    expect(look().cached.map(({ range, final }) => [range.from, range.to, final])).toEqual([
      [4n, 4n, false],
      [5n, 14n, true],
      [15n, 15n, false],
    ])
    expect(plain(look().cached[1]!.selection)).toEqual(final)
  })
})
