import { TestSocket, type SocketServer } from './TestSocket.ts'

/** A `WebSocket` constructor whose sockets connect to a test node. */
export function testWebSocket(server: SocketServer): typeof globalThis.WebSocket {
  // When jsdom goes, so do its globals; sockets that outlive it still need events of the same kind.
  const { Event, EventTarget, MessageEvent } = globalThis
  class TestWebSocket extends EventTarget {
    static readonly CONNECTING = 0
    static readonly OPEN = 1
    static readonly CLOSING = 2
    static readonly CLOSED = 3
    readonly url: string
    readonly #socket: TestSocket

    constructor(url: string | URL) {
      super()
      this.url = String(url)
      this.#socket = new TestSocket(this.url, server, (type, data) => {
        this.dispatchEvent(data === undefined ? new Event(type) : new MessageEvent(type, { data }))
      })
    }

    get readyState(): number {
      return this.#socket.readyState
    }

    send(data: string): void {
      if (!this.#socket.isOpen) throw new DOMException('Still in CONNECTING state', 'InvalidStateError')
      this.#socket.receive(data)
    }

    close(): void {
      this.#socket.close()
    }
  }
  // Only the part of the interface that this library uses.
  return TestWebSocket as unknown as typeof globalThis.WebSocket
}
