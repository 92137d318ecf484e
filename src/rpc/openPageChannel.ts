import { WeakListeners } from './WeakListeners.ts'

type Message = MessageEvent<unknown>

const open = new Map<string, { channel: BroadcastChannel; listeners: WeakListeners<Message> }>()

/**
 * A channel to the other pages of this origin, and to other users of it in this page. A page opens one `BroadcastChannel`
 * per name, however many pools use it; `null` outside a page, and where the browser allows none.
 */
export function openPageChannel(name: string): BudgetChannel | null {
  if (typeof window === 'undefined' || typeof BroadcastChannel === 'undefined') return null
  const opened = open.get(name) ?? create(name)
  if (!opened) return null
  const { channel, listeners } = opened
  // Only the returned channel keeps it alive.
  const listener = (event: Message) => own.onmessage?.call(channel, event)
  const own: BudgetChannel = {
    onmessage: null,
    postMessage(data: unknown) {
      listeners.notify(new MessageEvent('message', { data }), listener)
      channel.postMessage(data)
    },
    close() {
      listeners.remove(listener)
      if (!listeners.isEmpty || open.get(name)?.channel !== channel) return
      channel.close()
      open.delete(name)
    },
  }
  listeners.add(listener)
  return own
}

function create(name: string) {
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
