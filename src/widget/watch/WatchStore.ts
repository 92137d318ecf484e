import { isObject, listOf } from '../../base/unknownJson.ts'
import { isBlockHash } from '../../logs/filter/ParsedLogQuery.ts'
import { later } from '../../logs/intervals.ts'
import { PageStore, type PageStorage } from '../session/PageStore.ts'
import type { FoundLog, NetworkWatch, WatchedQuery, WatchIssue, WatchState } from './WatchState.ts'

const nothing: WatchState = { isNotifying: false, hasSound: false, networks: [] }

/** Keeps the new logs of watched queries between visits, and shares them between tabs. */
export class WatchStore extends PageStore<WatchState> {
  constructor(storage?: () => PageStorage | undefined) {
    // The version changes when older pages cannot read the value.
    super('topic0:watch:1', { empty: nothing, toText, fromText }, storage)
  }

  /** The stored state of a network, including changes by other tabs. */
  read(chainId: number): NetworkWatch {
    return networkOf(this.refresh(), chainId)
  }

  setOptions(changes: Partial<Pick<WatchState, 'isNotifying' | 'hasSound'>>): void {
    this.set({ ...this.refresh(), ...changes })
  }

  /** Replaces the state of a network. Networks without watched queries are forgotten. */
  update(chainId: number, change: (watch: NetworkWatch) => NetworkWatch): void {
    const state = this.refresh()
    const before = networkOf(state, chainId)
    const next = change(before)
    if (next === before) return
    const others = state.networks.filter((one) => one.chainId !== chainId)
    this.set({ ...state, networks: next.queries.length > 0 ? [...others, next] : others })
  }

  /** Starts to watch a query from the block after `head`, or with the next one that is read. */
  start(chainId: number, name: string, head: bigint | undefined): void {
    this.update(chainId, (watch) => {
      if (watch.queries.some((one) => one.name === name)) return watch
      const { readTo = head } = watch
      return {
        ...watch,
        readTo,
        queries: [...watch.queries, { name, from: firstAfter(watch, head), found: [] }],
      }
    })
  }

  /** Forgets the new logs of a watched query, because another query was saved under its name. */
  restart(chainId: number, name: string, head: bigint | undefined): void {
    this.#change(chainId, name, (_, watch) => ({ name, from: firstAfter(watch, head), found: [] }))
  }

  stop(chainId: number, name: string): void {
    this.update(chainId, (watch) => ({
      ...watch,
      queries: watch.queries.filter((one) => one.name !== name),
    }))
  }

  rename(chainId: number, name: string, to: string): void {
    if (to === name) return
    this.stop(chainId, to)
    this.#change(chainId, name, (query) => ({ ...query, name: to }))
  }

  /** Notes that the user has opened the new logs of a query. */
  open(chainId: number, name: string): void {
    this.#change(chainId, name, (query) => ({
      ...query,
      found: query.found.map((one) => ({ ...one, isNew: false })),
    }))
  }

  /** Forgets the missed blocks of a query, or of all, because the user reads them or dismisses their note. */
  clearMissed(chainId: number, name?: string): void {
    this.#change(chainId, name, (query) => ({ ...query, missed: undefined }))
  }

  /** Changes one query, or all. */
  #change(
    chainId: number,
    name: string | undefined,
    change: (query: WatchedQuery, watch: NetworkWatch) => WatchedQuery,
  ): void {
    this.update(chainId, (watch) => {
      const isMeant = (one: WatchedQuery) => name === undefined || one.name === name
      if (!watch.queries.some(isMeant)) return watch
      return { ...watch, queries: watch.queries.map((one) => (isMeant(one) ? change(one, watch) : one)) }
    })
  }
}

/** The block after `head`, or after the last one that was read. */
function firstAfter({ readTo }: NetworkWatch, head: bigint | undefined): bigint | undefined {
  const newest = head === undefined ? readTo : later(head, readTo ?? head)
  return newest === undefined ? undefined : newest + 1n
}

/** The store of this page. */
export const watchStore = /* @__PURE__ */ new WatchStore()

export function networkOf({ networks }: WatchState, chainId: number): NetworkWatch {
  return (
    networks.find((one) => one.chainId === chainId) ?? {
      ...{ chainId, queries: [], readTo: undefined, issue: undefined },
    }
  )
}

function toText(state: WatchState): string {
  return JSON.stringify(state, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
}

const issues: readonly unknown[] = [
  'offline',
  'unreachable',
  'wrong-network',
  'quota',
  'failing',
] satisfies readonly WatchIssue[]

/** Parses untrusted stored text. */
function fromText(text: string): WatchState {
  const { isNotifying, hasSound, networks } = fields(JSON.parse(text))
  return {
    isNotifying: isNotifying === true,
    hasSound: hasSound === true,
    networks: listOf(networks).flatMap((value) => {
      const { chainId, queries, readTo, genesis, issue } = fields(value)
      if (typeof chainId !== 'number') return []
      return {
        chainId,
        queries: listOf(queries).flatMap(toQuery),
        readTo: toBlock(readTo),
        ...(isBlockHash(genesis) && { genesis }),
        issue: issues.includes(issue) ? (issue as WatchIssue) : undefined,
      }
    }),
  }
}

function toQuery(value: unknown): WatchedQuery[] {
  const { name, from, found, missed } = fields(value)
  if (typeof name !== 'string') return []
  const query = { name, from: toBlock(from), found: listOf(found).flatMap(toFound) }
  const [first, last] = [toBlock(fields(missed)['from']), toBlock(fields(missed)['to'])]
  return [first === undefined || last === undefined ? query : { ...query, missed: { from: first, to: last } }]
}

function toFound(value: unknown): FoundLog[] {
  const { key, block, isNew, isRemoved } = fields(value)
  const number = toBlock(block)
  if (typeof key !== 'string' || number === undefined) return []
  return [{ key, block: number, isNew: isNew === true, isRemoved: isRemoved === true }]
}

function toBlock(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : undefined
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {}
}
