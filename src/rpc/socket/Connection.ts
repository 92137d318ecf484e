import type { Clock } from '../Clock.ts'
import { canUnref, setSocketRef, setTimerRef } from './nodeRefs.ts'

export interface ConnectionOptions {
  readonly url: string
  /** @default the global one, or (in Node before 22) the one viem uses */
  readonly WebSocket: typeof globalThis.WebSocket | undefined
  readonly clock: Clock
  /** Milliseconds until it must be open. */
  readonly timeout: number
  readonly onOpen: () => void
  readonly onFrame: (data: unknown) => void
  /** It was lost, or could not be opened. */
  readonly onEnd: () => void
}

/** One WebSocket, opening or open. Nothing is called after `close`. */
export class Connection {
  readonly #options: ConnectionOptions
  readonly #openTimer: unknown
  #socket: WebSocket | undefined
  #isOpen = false
  #isClosed = false
  /** Whether it keeps a Node process alive, also before there is a socket. */
  #isNeeded = true

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#openTimer = options.clock.setTimeout(options.onEnd, options.timeout)
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** See {@link canUnref}. */
  get canUnref(): boolean {
    return canUnref(this.#socket)
  }

  async open(): Promise<void> {
    const { url, WebSocket: given, onFrame } = this.#options
    try {
      const Constructor =
        given ??
        (typeof globalThis.WebSocket === 'undefined'
          ? (await import('isows')).WebSocket
          : globalThis.WebSocket)
      // Importing the constructor may take a while.
      if (this.#isClosed) return
      const socket = new Constructor(url)
      this.#socket = socket
      setSocketRef(socket, this.#isNeeded)
      socket.addEventListener('open', () => this.#opened())
      socket.addEventListener('message', ({ data }) => {
        if (!this.#isClosed) onFrame(data)
      })
      socket.addEventListener('close', () => this.#ended())
      // `close` follows; without a listener, Node would throw.
      socket.addEventListener('error', () => {})
    } catch {
      // No constructor, or a URL it refuses: like a connection that never opened.
      this.#ended()
    }
  }

  /** @throws if the WebSocket refuses. */
  send(frame: string) {
    this.#socket?.send(frame)
  }

  /** Sets whether it keeps a Node process alive. */
  setRef(isNeeded: boolean) {
    this.#isNeeded = isNeeded
    setSocketRef(this.#socket, isNeeded)
    setTimerRef(this.#openTimer, isNeeded)
  }

  close() {
    this.#isClosed = true
    this.#options.clock.clearTimeout(this.#openTimer)
    try {
      this.#socket?.close()
    } catch {
      // It was never open, or is closed already.
    }
    setSocketRef(this.#socket, false)
  }

  #opened() {
    if (this.#isClosed) return
    this.#options.clock.clearTimeout(this.#openTimer)
    this.#isOpen = true
    this.#options.onOpen()
  }

  #ended() {
    if (!this.#isClosed) this.#options.onEnd()
  }
}
