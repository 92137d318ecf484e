'use client'
import { useSyncExternalStore } from 'react'
import { isObject, listOf } from '../../base/unknownJson.ts'
import type { SavedQuery } from '../../components/FilterBuilder/SavedQuery.ts'
import { parseShareLink } from '../../logs/filter/formats/parseShareLink.ts'
import { toShareLink } from '../../logs/filter/formats/toShareLink.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { PageStore, storePerChain, type PageStorage } from './PageStore.ts'

/** Saved and recent queries of one network. */
export interface StoredQueries {
  /** Named queries, oldest first. */
  readonly saved: readonly SavedQuery[]
  /** Recently run queries, newest first. */
  readonly recent: readonly LogSearch[]
}

const maxSaved = 100
const maxRecent = 10
const maxLength = 80
// Longer queries are kept for this visit only.
const maxLink = 100_000

const nothing: StoredQueries = { saved: [], recent: [] }

/**
 * Keeps queries of one network between visits, each as a share link, which is validated when read and holds nothing but
 * the query. Unreadable ones are left out.
 */
export class QueryStore extends PageStore<StoredQueries> {
  constructor(chainId: number, storage?: () => PageStorage | undefined) {
    // The version changes when older pages cannot read the value.
    super(`topic0:queries:1:${chainId}`, { empty: nothing, toText, fromText }, storage)
  }

  /**
   * Saves a query under a name, replacing one of the same name. If there are too many, drops the oldest one that is not
   * watched, else the oldest, and returns it.
   */
  save({ name, query }: SavedQuery, watched: readonly string[] = []): SavedQuery | undefined {
    const one = { name: name.slice(0, maxLength), query }
    const { saved, recent } = this.refresh()
    const at = saved.findIndex((other) => other.name === one.name)
    const dropped =
      at < 0 && saved.length >= maxSaved
        ? (saved.find((other) => !watched.includes(other.name)) ?? saved[0])
        : undefined
    const kept = saved.filter((other) => other !== dropped)
    this.set({ saved: at < 0 ? [...kept, one] : saved.with(at, one), recent })
    return dropped
  }

  rename({ name }: SavedQuery, to: string): void {
    const { saved, recent } = this.refresh()
    const rest = saved.filter((other) => other.name !== to || to === name)
    this.set({
      saved: rest.map((one) => (one.name === name ? { ...one, name: to.slice(0, maxLength) } : one)),
      recent,
    })
  }

  forget({ name }: SavedQuery): void {
    const { saved, recent } = this.refresh()
    this.set({ saved: saved.filter((one) => one.name !== name), recent })
  }

  /** Adds a query to the recent ones. */
  remember(query: LogSearch): void {
    const link = toLink(query)
    if (link === undefined) return
    const { saved, recent } = this.refresh()
    const others = recent.filter((one) => toLink(one) !== link)
    this.set({ saved, recent: [query, ...others].slice(0, maxRecent) })
  }
}

function toText({ saved, recent }: StoredQueries): string {
  return JSON.stringify({
    saved: saved.flatMap(({ name, query }) => {
      const link = toLink(query)
      return link === undefined ? [] : [[name, link]]
    }),
    recent: recent.flatMap((query) => toLink(query) ?? []),
  })
}

/** Parses untrusted stored text. */
function fromText(text: string): StoredQueries {
  const value: unknown = JSON.parse(text)
  if (!isObject(value)) return nothing
  const { saved, recent } = value
  const names = new Set<string>()
  return {
    saved: listOf(saved)
      .slice(-maxSaved)
      .flatMap((one) => {
        const [given, link] = listOf(one)
        const name = typeof given === 'string' ? given.slice(0, maxLength) : ''
        const query = fromLink(link)
        if (name === '' || names.has(name) || !query) return []
        names.add(name)
        return [{ name, query }]
      }),
    recent: listOf(recent)
      .slice(0, maxRecent)
      .flatMap((link) => fromLink(link) ?? []),
  }
}

function toLink(query: LogSearch): string | undefined {
  try {
    const link = toShareLink(query)
    return link.length > maxLink ? undefined : link
  } catch {
    // Invalid queries could not be read again.
    return undefined
  }
}

function fromLink(link: unknown): LogSearch | undefined {
  if (typeof link !== 'string' || link.length > maxLink) return undefined
  try {
    return parseShareLink(link)
  } catch {
    return undefined
  }
}

/** The saved and recent queries of a network. */
export const queryStore = /* @__PURE__ */ storePerChain((chainId) => new QueryStore(chainId))

/** The saved and recent queries of a network, with their store. */
export function useSavedQueries(chainId: number): StoredQueries & { readonly store: QueryStore } {
  const store = queryStore(chainId)
  const kept = useSyncExternalStore(store.subscribe, store.get, () => nothing)
  return { ...kept, store }
}
