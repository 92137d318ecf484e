export interface WebSocketEvents {
  /** Called before the socket is created: importing the constructor may take a while. */
  isWanted: () => boolean
  onSocket: (socket: WebSocket) => void
  onOpen: () => void
  onFrame: (data: unknown) => void
  onEnd: () => void
}

/** Opens a WebSocket with the given constructor, the global one, or (in Node before 22) the one viem uses. */
export async function openWebSocket(
  url: string,
  given: typeof globalThis.WebSocket | undefined,
  events: WebSocketEvents,
): Promise<void> {
  try {
    const Constructor =
      given ??
      (typeof globalThis.WebSocket === 'undefined' ? (await import('isows')).WebSocket : globalThis.WebSocket)
    if (!events.isWanted()) return
    const socket = new Constructor(url)
    events.onSocket(socket)
    socket.addEventListener('open', events.onOpen)
    socket.addEventListener('message', ({ data }) => events.onFrame(data))
    socket.addEventListener('close', events.onEnd)
    // `close` follows; without a listener, Node would throw.
    socket.addEventListener('error', () => {})
  } catch {
    // No constructor, or a URL it refuses: like a connection that never opened.
    events.onEnd()
  }
}
