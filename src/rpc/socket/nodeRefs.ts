/** Node's timers and connections: while one is referenced, the process stays alive. */
interface Referenced {
  ref?: (() => unknown) | undefined
  unref?: (() => unknown) | undefined
}

/** The connection inside a socket of `ws`, which Node before 22 uses. */
interface NodeSocket {
  _socket?: Referenced | null | undefined
  _req?: { socket?: Referenced | null | undefined } | null | undefined
  _closeTimer?: Referenced | null | undefined
}

/** Sets whether a timer keeps a Node process alive. Does nothing in a page. */
export function setTimerRef(timer: unknown, isReferenced: boolean): void {
  if (typeof timer === 'object' && timer !== null) setRef(timer, isReferenced)
}

/** Sets whether a WebSocket, open or opening, keeps a Node process alive. */
export function setSocketRef(socket: WebSocket | undefined, isReferenced: boolean): void {
  if (!socket) return
  const { _socket, _req, _closeTimer } = socket as NodeSocket
  for (const part of [_socket, _req?.socket, _closeTimer]) if (part) setRef(part, isReferenced)
}

/** Whether an open socket can be unreferenced, so that the process may end. Node's own WebSocket cannot. */
export function canUnref(socket: WebSocket | undefined): boolean {
  const { process } = globalThis as { process?: { versions?: { node?: string } } }
  const isNode = process?.versions?.node !== undefined
  return !isNode || socket === undefined || '_socket' in socket
}

function setRef(target: Referenced, isReferenced: boolean): void {
  if (isReferenced) target.ref?.()
  else target.unref?.()
}
