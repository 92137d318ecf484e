import type { Hex } from 'viem'
import { partsOf, type Filter } from '../../../src/logs/filter/Filter.ts'
import type { LogQuery } from '../../../src/logs/filter/LogQuery.ts'
import { uniteFilters } from '../../../src/logs/filter/uniteFilters.ts'
import { LogFilter } from '../../../src/logs/follow/filter/LogFilter.ts'
import { follow } from '../../../src/logs/follow/follow.ts'
import { Follower } from '../../../src/logs/follow/Follower.ts'
import type { FollowerOptions } from '../../../src/logs/follow/FollowerOptions.ts'
import type { FollowChange, FollowState } from '../../../src/logs/follow/FollowState.ts'
import { fakeEvents } from '../SeededChain.ts'
import { show } from './show.ts'
import type { Report, Subject } from './Subject.ts'
import type { World } from './world.ts'

type OnChange = (change: FollowChange) => void

const paces = [1_000, 4_000, 4_000, 15_000]

/** Something that follows, with all its options drawn. */
export function drawSubject(world: World): Subject {
  const kind = world.random.below(7)
  if (kind === 0) return stream(world)
  return kind < 3 ? filter(world) : follower(world)
}

function follower(world: World): Subject {
  const options = drawOptions(world)
  const { filter: asked, start, verifiedTo } = options
  let tell: OnChange = () => {}
  const followed = new Follower(world.client, {
    ...options,
    clock: world.clock,
    page: world.page.signals,
    onChange: (change) => tell(change),
  })
  return {
    words: `a follower of ${show({ ...options, recent: options.recent?.length })}`,
    filter: asked,
    start,
    known: verifiedTo === undefined ? [] : world.canonical(asked, start, verifiedTo),
    pollingInterval: options.pollingInterval,
    isFilter: false,
    forgets: false,
    subscribe: followed.subscribe,
    onChange: (listener) => {
      tell = listener
    },
    pause: followed.pause,
    resume: followed.resume,
    report: () => toReport(followed.getState()),
  }
}

/** `follow()` with a consumer that may be slow, ended by its signal. */
function stream(world: World): Subject {
  const { client, clock, page, random } = world
  const asked = drawFilter(world)
  const start = drawStart(world)
  const pollingInterval = random.pick(paces)
  const listeners = new Set<() => void>()
  const isSlow = random() < 0.3
  let tell: OnChange = () => {}
  let state: FollowState | undefined
  let error: Error | undefined
  const read = async (signal: AbortSignal) => {
    const query: LogQuery = { ...toQuery(asked), fromBlock: start }
    for await (const event of follow(client, query, { signal, clock, page: page.signals, pollingInterval })) {
      if (signal.aborted) throw new Error('a stream continues after its end')
      if (event.type === 'status') state = event.state
      else tell(event)
      for (const listener of listeners) listener()
      if (isSlow) await clock.sleep(random.below(2_000))
    }
  }
  let run: AbortController | undefined
  return {
    words: `a stream of ${show({ ...asked, start, pollingInterval })}${isSlow ? ', read slowly' : ''}`,
    filter: asked,
    start,
    known: [],
    pollingInterval,
    isFilter: false,
    isSlow,
    forgets: true,
    subscribe: (listener) => {
      listeners.add(listener)
      if (!run) {
        const controller = (run = new AbortController())
        const { signal } = controller
        read(signal).catch((reason: Error) => {
          if (reason !== signal.reason) error = reason
        })
      }
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return
        run?.abort()
        run = state = undefined
      }
    },
    onChange: (listener) => {
      tell = listener
    },
    pause: undefined,
    resume: () => {},
    report: () => (state ? { ...toReport(state), error: error ?? state.error } : { ...unknown, error }),
  }
}

/** A filter created with `eth_newFilter`, and its life. */
function filter(world: World): Subject {
  const { client, clock, page, random } = world
  const asked = drawFilter(world)
  const start = random() < 0.7 ? drawStart(world) : undefined
  const pollingInterval = random.pick(paces)
  const query = { ...toQuery(asked), ...(start !== undefined && { fromBlock: start }) }
  const made = new LogFilter(client, query, { clock, page: page.signals, pollingInterval })
  return {
    words: `a filter of ${show({ ...query, pollingInterval })}`,
    filter: asked,
    start,
    known: [],
    pollingInterval,
    isFilter: true,
    forgets: true,
    subscribe: made.subscribe,
    onChange: (listener) => {
      made.onChange(listener)
    },
    pause: made.pause,
    resume: made.resume,
    report: () => {
      const { status, head, logs, error } = made.getState()
      const isLive = status === 'watching' || status === 'polling'
      return {
        status,
        isLive,
        head,
        error,
        logs: logs.toArray(),
        verifiedTo: undefined,
        staleFrom: undefined,
      }
    },
  }
}

const unknown: Report = {
  status: 'nothing told',
  isLive: false,
  head: undefined,
  verifiedTo: undefined,
  staleFrom: undefined,
  error: undefined,
}

function toReport({ status, head, verifiedTo, staleFrom, error }: FollowState): Report {
  const isLive = status === 'live' || status === 'degraded'
  return { status, isLive, head, verifiedTo, staleFrom, error }
}

type Drawn = Pick<FollowerOptions, 'filter' | 'start' | 'verifiedTo' | 'recent' | 'checkpoint'> & {
  readonly pollingInterval: number
}

function drawOptions(world: World): Drawn {
  const { random, node, finality } = world
  const { head } = node.chain
  const asked = drawFilter(world)
  const pollingInterval = random.pick(paces)
  const start = drawStart(world)
  if (start > head || random() < 0.5) return { filter: asked, start, pollingInterval }
  // As a scan leaves it: verified up to near the head, a block that is final known by its hash.
  const verifiedTo = start > head - 3n ? head : head - BigInt(random.below(3))
  const finalized = verifiedTo - BigInt(finality)
  const last = node.chain.block(Number(finalized))
  return {
    filter: asked,
    start,
    verifiedTo,
    recent: world.canonical(asked, finalized + 1n > start ? finalized + 1n : start, verifiedTo),
    checkpoint: last && { number: finalized, hash: last.hash },
    pollingInterval,
  }
}

/** Above the head, or anywhere below. */
function drawStart({ random, node }: World): bigint {
  const { head } = node.chain
  return random() < 0.3 ? head + 1n + BigInt(random.below(20)) : BigInt(random.below(Number(head)))
}

function drawFilter({ random, node }: World): Filter {
  const address = random() < 0.5 ? undefined : [random.pick(node.chain.contracts)]
  const topics = random.pick([[], [], [[fakeEvents[0]]], [null, null], [[fakeEvents[2], fakeEvents[1]]]])
  const one = { address, topics: topics.map((any) => any && [...any].sort()) }
  // Not drawn, so that all other filters stay what they were.
  if (node.chain.head % 4n !== 1n) return one
  const account: Hex = `0x${'0'.repeat(24)}${node.chain.accounts[0]!.slice(2)}`
  const others = [
    { address, topics: [null, null, [account]] },
    { address: [node.chain.contracts[0]!], topics: [[fakeEvents[1]]] },
  ]
  return uniteFilters([one, ...others])
}

function toQuery(filter: Filter): LogQuery {
  return {
    filters: partsOf(filter).map(({ address, topics }) => ({ address: address ?? null, topics })),
  }
}
