export interface WebSocketEvents {
  /** Asked before a socket is made, since finding the constructor may take a while. */
  isWanted: () => boolean
  onSocket: (socket: WebSocket) => void
  onOpen: () => void
  onFrame: (data: unknown) => void
  onEnd: () => void
}

/** Opens a socket with the constructor given, the platform's own, or (Node before 22) the one that viem brings along. */
export async function openWebSocket(
  url: string,
  given: typeof globalThis.WebSocket | undefined,
  events: WebSocketEvents,
): Promise<void> {
  try {
    const Constructor =
      given ?? (typeof globalThis.WebSocket === 'undefined' ? await importWebSocket() : globalThis.WebSocket)
    if (!events.isWanted()) return
    const socket = new Constructor(url)
    events.onSocket(socket)
    socket.addEventListener('open', events.onOpen)
    socket.addEventListener('message', ({ data }) => {
      events.onFrame(data)
    })
    socket.addEventListener('close', events.onEnd)
    // `close` follows, with nothing more to learn; without a listener Node would throw.
    socket.addEventListener('error', () => {})
  } catch {
    // No constructor, or a URL it refuses: the same to the caller as a connection that never stood.
    events.onEnd()
  }
}

async function importWebSocket(): Promise<typeof globalThis.WebSocket> {
  return (await import('isows')).WebSocket
}
