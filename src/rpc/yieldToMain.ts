/**
 * Lets all pending tasks run first, including the next frame. Timers would add 4 ms each; `scheduler.yield` runs before
 * frames, which then come ten times a second at best. A message does neither.
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
