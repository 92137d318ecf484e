/**
 * Lets everything that waits go first, the next frame too. Timers would wait 4 ms each, and `scheduler.yield` goes before
 * frames, which then come ten times a second at best; a message does neither.
 */
export async function yieldToMain(): Promise<void> {
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(undefined)
  })
}
