/** What `takeTurn` waits for, at once. */
class PromptChannel {
  readonly port1 = Object.assign(new EventTarget(), { start() {}, close() {} })
  readonly port2 = {
    postMessage: () => {
      queueMicrotask(() => this.port1.dispatchEvent(new Event('message')))
    },
  }
}

/**
 * Long work gives way by the machine's own time, which no seed and no virtual clock knows of: until the function that
 * this returns is called, it goes on at once.
 */
export function withoutTurns(): () => void {
  const page = globalThis as { MessageChannel: unknown }
  const { MessageChannel } = page
  page.MessageChannel = PromptChannel
  return () => {
    page.MessageChannel = MessageChannel
  }
}
