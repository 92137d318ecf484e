import type { SavedQuery } from '../../components/FilterBuilder/SavedQuery.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { parseShareLink } from '../../logs/filter/formats/parseShareLink.ts'
import { toShareLink } from '../../logs/filter/formats/toShareLink.ts'

/** Saved and recent queries of one network. */
export interface StoredQueries {
  /** Named queries, oldest first. */
  readonly saved: readonly SavedQuery[]
  /** Recently run queries, newest first. */
  readonly recent: readonly LogSearch[]
}

/** Where queries are kept: `localStorage`, or anything like it. */
type QueryStorage = Pick<Storage, 'getItem' | 'setItem'>

const mostSaved = 100
const mostRecent = 10
const mostLetters = 80
// Longer queries are kept for this visit only.
const mostLink = 100_000

const nothing: StoredQueries = { saved: [], recent: [] }

/**
 * Keeps queries of one network between visits, each as a share link, which is validated when read and holds nothing but
 * the query. Never throws: without storage, or if it is full, queries last for this visit; unreadable ones are left
 * out.
 */
export class QueryStore {
  // The version changes when older pages cannot read the value.
  readonly #key: string
  readonly #storage: () => QueryStorage | undefined
  readonly #listeners = new Set<() => void>()
  #kept: StoredQueries | undefined
  /** The last write failed, so memory is newer than storage. */
  #unwritten = false

  constructor(chainId: number, storage: () => QueryStorage | undefined = pageStorage) {
    this.#key = `topic0:queries:1:${chainId}`
    this.#storage = storage
  }

  /** The same object until something changes. */
  readonly get = (): StoredQueries => (this.#kept ??= this.#read())

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) {
      this.#refresh()
      globalThis.addEventListener?.('storage', this.#onStorage)
    }
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) globalThis.removeEventListener?.('storage', this.#onStorage)
    }
  }

  /** Saves a query under a name, replacing one of the same name. If there are too many, the oldest is dropped. */
  save({ name, query }: SavedQuery): void {
    const one = { name: name.slice(0, mostLetters), query }
    const { saved, recent } = this.#refresh()
    const at = saved.findIndex((other) => other.name === one.name)
    this.#keep({ saved: at < 0 ? [...saved, one].slice(-mostSaved) : saved.with(at, one), recent })
  }

  rename({ name }: SavedQuery, to: string): void {
    const { saved, recent } = this.#refresh()
    const rest = saved.filter((other) => other.name !== to || to === name)
    this.#keep({
      saved: rest.map((one) => (one.name === name ? { ...one, name: to.slice(0, mostLetters) } : one)),
      recent,
    })
  }

  forget({ name }: SavedQuery): void {
    const { saved, recent } = this.#refresh()
    this.#keep({ saved: saved.filter((one) => one.name !== name), recent })
  }

  /** Adds a query to the recent ones. */
  remember(query: LogSearch): void {
    const link = toLink(query)
    if (link === undefined) return
    const { saved, recent } = this.#refresh()
    const others = recent.filter((one) => toLink(one) !== link)
    this.#keep({ saved, recent: [query, ...others].slice(0, mostRecent) })
  }

  #keep(kept: StoredQueries): void {
    this.#kept = kept
    try {
      const storage = this.#storage()
      storage?.setItem(this.#key, toText(kept))
      this.#unwritten = storage === undefined
    } catch {
      // Full, or not allowed: they last for this visit.
      this.#unwritten = true
    }
    for (const listener of this.#listeners) listener()
  }

  /** Another tab changed the storage. */
  readonly #onStorage = ({ key }: StorageEvent) => {
    if (key !== this.#key && key !== null) return
    this.#refresh()
    for (const listener of this.#listeners) listener()
  }

  /** The stored queries, including those of other tabs. */
  #refresh(): StoredQueries {
    const kept = this.get()
    const now = this.#unwritten ? kept : this.#read()
    if (toText(now) === toText(kept)) return kept
    this.#kept = now
    return now
  }

  #read(): StoredQueries {
    try {
      const text = this.#storage()?.getItem(this.#key)
      return text ? fromText(text) : nothing
    } catch {
      return nothing
    }
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
  if (typeof value !== 'object' || value === null) return nothing
  const { saved, recent } = value as Readonly<Record<string, unknown>>
  const names = new Set<string>()
  return {
    saved: list(saved)
      .slice(-mostSaved)
      .flatMap((one) => {
        const [given, link] = list(one)
        const name = typeof given === 'string' ? given.slice(0, mostLetters) : ''
        const query = fromLink(link)
        if (name === '' || names.has(name) || !query) return []
        names.add(name)
        return [{ name, query }]
      }),
    recent: list(recent)
      .slice(0, mostRecent)
      .flatMap((link) => fromLink(link) ?? []),
  }
}

function toLink(query: LogSearch): string | undefined {
  try {
    const link = toShareLink(query)
    return link.length > mostLink ? undefined : link
  } catch {
    // Invalid queries could not be read again.
    return undefined
  }
}

function fromLink(link: unknown): LogSearch | undefined {
  if (typeof link !== 'string' || link.length > mostLink) return undefined
  try {
    return parseShareLink(link)
  } catch {
    return undefined
  }
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function pageStorage(): QueryStorage | undefined {
  return typeof localStorage === 'undefined' ? undefined : localStorage
}
