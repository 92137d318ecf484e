/** Of Node's timers and connections. */
interface Held {
  ref?: (() => unknown) | undefined
  unref?: (() => unknown) | undefined
}

/** What `ws`, the socket of Node before 22, has inside. */
interface NodeSocket {
  _socket?: Held | null | undefined
  _req?: { socket?: Held | null | undefined } | null | undefined
  _closeTimer?: Held | null | undefined
}

/** Lets a Node process end although a timer is set, or not. In a page nothing happens. */
export function setTimerRef(timer: unknown, hold: boolean): void {
  if (typeof timer === 'object' && timer !== null) set(timer, hold)
}

/** The same for a WebSocket, open or on its way there. */
export function setSocketRef(socket: WebSocket | undefined, hold: boolean): void {
  if (!socket) return
  const { _socket, _req, _closeTimer } = socket as NodeSocket
  for (const part of [_socket, _req?.socket, _closeTimer]) if (part) set(part, hold)
}

/** Whether a process that has nothing else to do ends although this socket is open. */
export function canUnref(socket: WebSocket | undefined): boolean {
  const { process } = globalThis as { process?: { versions?: { node?: string } } }
  const isNode = process?.versions?.node !== undefined
  return !isNode || socket === undefined || '_socket' in socket
}

function set(held: Held, hold: boolean): void {
  if (hold) held.ref?.()
  else held.unref?.()
}
