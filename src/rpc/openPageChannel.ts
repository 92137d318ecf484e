import { WeakListeners } from './WeakListeners.ts'

type Message = MessageEvent<unknown>

const open = new Map<string, { channel: BroadcastChannel; listeners: WeakListeners<Message> }>()

/**
 * A channel to the other pages of this origin and to others in this page. A page has one of each name, however many pools
 * use it and have been forgotten; `null` outside of a page.
 */
export function openPageChannel(name: string): BudgetChannel | null {
  if (typeof window === 'undefined' || typeof BroadcastChannel === 'undefined') return null
  const { channel, listeners } = open.get(name) ?? create(name)
  // Held by the channel that is returned, and by nothing else.
  const listener = (event: Message) => own.onmessage?.call(channel, event)
  const own: BudgetChannel = {
    onmessage: null,
    postMessage(data: unknown) {
      listeners.tell(new MessageEvent('message', { data }), listener)
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
  const channel = new BroadcastChannel(name)
  // Where Node plays a page, an open channel must not keep the process alive.
  if ('unref' in channel && typeof channel.unref === 'function') channel.unref()
  const listeners = new WeakListeners<Message>()
  channel.onmessage = (event: Message) => {
    listeners.tell(event)
  }
  const made = { channel, listeners }
  open.set(name, made)
  return made
}

/** How tabs tell each other: a `BroadcastChannel`, or anything like it. */
export type BudgetChannel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>
