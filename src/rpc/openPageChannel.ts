import { WeakListeners } from './WeakListeners.ts'

type Message = MessageEvent<unknown>

interface OpenedChannel {
  readonly channel: BroadcastChannel
  readonly listeners: WeakListeners<Message>
}

const open = new Map<string, OpenedChannel>()

/**
 * A channel to the other pages of this origin, and to other users of it in this page. A page opens one `BroadcastChannel`
 * per name, however many pools use it; `null` outside a page, and where the browser allows none.
 */
export function openPageChannel(name: string): BudgetChannel | null {
  if (typeof window === 'undefined' || typeof BroadcastChannel === 'undefined') return null
  const opened = open.get(name) ?? create(name)
  if (!opened) return null
  return new PageChannel(name, opened)
}

/** One user's end of a channel. */
class PageChannel implements BudgetChannel {
  onmessage: BudgetChannel['onmessage'] = null
  readonly #name: string
  readonly #opened: OpenedChannel
  // Only this object keeps it alive.
  readonly #listener = (event: Message) => this.onmessage?.call(this.#opened.channel, event)

  constructor(name: string, opened: OpenedChannel) {
    this.#name = name
    this.#opened = opened
    opened.listeners.add(this.#listener)
  }

  postMessage(data: unknown) {
    const { channel, listeners } = this.#opened
    listeners.notify(new MessageEvent('message', { data }), this.#listener)
    channel.postMessage(data)
  }

  close() {
    const { channel, listeners } = this.#opened
    listeners.remove(this.#listener)
    if (!listeners.isEmpty || open.get(this.#name)?.channel !== channel) return
    channel.close()
    open.delete(this.#name)
  }
}

function create(name: string): OpenedChannel | undefined {
  let channel: BroadcastChannel
  try {
    channel = new BroadcastChannel(name)
  } catch {
    // Firefox throws where it blocks site data.
    return undefined
  }
  // In Node (a page in tests), an open channel must not keep the process alive.
  if ('unref' in channel && typeof channel.unref === 'function') channel.unref()
  const listeners = new WeakListeners<Message>()
  channel.onmessage = (event: Message) => listeners.notify(event)
  const made = { channel, listeners }
  open.set(name, made)
  return made
}

/** How tabs share their counts: a `BroadcastChannel`, or anything with its interface. */
export type BudgetChannel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>
