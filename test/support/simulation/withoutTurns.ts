/** A scheduler that yields without waiting. */
class PromptChannel {
  readonly port1 = Object.assign(new EventTarget(), { start() {}, close() {} })
  readonly port2 = {
    postMessage: () => {
      queueMicrotask(() => this.port1.dispatchEvent(new Event('message')))
    },
  }
}

/**
 * Makes long work yield without waiting: yielding depends on real time, which seeds and virtual clocks do not control.
 * Returns a function that restores it.
 */
export function withoutTurns(): () => void {
  const page = globalThis as { MessageChannel: unknown }
  const { MessageChannel } = page
  page.MessageChannel = PromptChannel
  return () => {
    page.MessageChannel = MessageChannel
  }
}
