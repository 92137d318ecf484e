import { Listeners } from '../../base/Listeners.ts'

/** Where values are kept: `localStorage`, or anything like it. */
export type PageStorage = Pick<Storage, 'getItem' | 'setItem'>

interface StoredFormat<value> {
  /** The value without storage. */
  readonly empty: value
  readonly toText: (value: value) => string
  /** Parses untrusted text. May throw. */
  readonly fromText: (text: string) => value
}

/**
 * A value that the browser keeps between visits and shares between tabs. Never throws: without storage, or if it is
 * full, values last for this visit. Unreadable text is ignored.
 */
export class PageStore<value extends object> {
  readonly #key: string
  readonly #format: StoredFormat<value>
  readonly #storage: () => PageStorage | undefined
  readonly #listeners = new Listeners(() => {
    this.refresh()
    globalThis.addEventListener?.('storage', this.#onStorage)
    return () => globalThis.removeEventListener?.('storage', this.#onStorage)
  })
  readonly subscribe = this.#listeners.add
  #value: value | undefined
  /** The text of the value in storage. */
  #text: string | undefined
  #isTemporary = false

  constructor(
    key: string,
    format: StoredFormat<value>,
    storage: () => PageStorage | undefined = localStorageOfPage,
  ) {
    this.#key = key
    this.#format = format
    this.#storage = storage
  }

  /** Whether the value lasts for this visit only, because it could not be stored. */
  get isTemporary(): boolean {
    return this.#isTemporary
  }

  /** The same object until something changes. */
  readonly get = (): value => this.#value ?? this.refresh()

  /** The stored value, including changes by other tabs. */
  refresh(): value {
    const text = this.#isTemporary ? this.#text : this.#readText()
    if (this.#value === undefined || text !== this.#text) {
      this.#value = this.#parse(text)
      this.#text = text
    }
    return this.#value
  }

  set(value: value): void {
    this.#value = value
    try {
      const text = this.#format.toText(value)
      const storage = this.#storage()
      storage?.setItem(this.#key, text)
      this.#text = text
      this.#isTemporary = storage === undefined
    } catch {
      // Storage is full or not allowed: the value lasts for this visit.
      this.#isTemporary = true
    }
    this.#listeners.notify()
  }

  /** Another tab changed the storage. */
  readonly #onStorage = ({ key }: StorageEvent) => {
    if (key !== this.#key && key !== null) return
    this.refresh()
    this.#listeners.notify()
  }

  #readText(): string | undefined {
    try {
      return this.#storage()?.getItem(this.#key) ?? undefined
    } catch {
      return undefined
    }
  }

  #parse(text: string | undefined): value {
    try {
      return text ? this.#format.fromText(text) : this.#format.empty
    } catch {
      return this.#format.empty
    }
  }
}

/** Returns a function that creates one store per network, which the explorers of a page share. */
export function storePerChain<store>(create: (chainId: number) => store): (chainId: number) => store {
  const stores = new Map<number, store>()
  return (chainId) => {
    const store = stores.get(chainId) ?? create(chainId)
    stores.set(chainId, store)
    return store
  }
}

function localStorageOfPage(): PageStorage | undefined {
  return typeof localStorage === 'undefined' ? undefined : localStorage
}
