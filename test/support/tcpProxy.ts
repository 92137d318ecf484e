import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** A proxy in front of a real node that can refuse connections, stall them, or lead to another node. */
export interface TcpProxy {
  readonly http: string
  readonly webSocket: string
  /** Where connections lead from now on. */
  lead(port: number): void
  /** Drops all connections, and accepts new ones. */
  drop(): void
  /** Refuses new connections, and drops existing ones. */
  shut(): void
  open(): void
  /** Leaves existing connections open but silent: half-open. */
  freeze(): void
  /** From now on, data from the node is delayed by this many milliseconds. */
  delay(milliseconds: number): void
  readonly connections: number
  close(): Promise<void>
}

/** Passes on its input in order, delayed by this many milliseconds. */
function delayed(milliseconds: () => number): Transform {
  return new Transform({
    transform(chunk, _, done) {
      const wait = milliseconds()
      if (wait === 0) done(null, chunk)
      else setTimeout(() => done(null, chunk), wait)
    },
  })
}

/** Starts a proxy on a free port. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let target = port
  let isShut = false
  let late = 0
  const server = createServer((inner) => {
    if (isShut) {
      inner.destroy()
      return
    }
    const outer = connect(target, '127.0.0.1')
    const pair = [inner, outer] as const
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      inner.destroy()
      outer.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    inner.pipe(outer)
    outer.pipe(delayed(() => late)).pipe(inner)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo
  const drop = () => {
    for (const [inner, outer] of [...pairs]) {
      inner.destroy()
      outer.destroy()
    }
  }
  return {
    http: `http://127.0.0.1:${own}`,
    webSocket: `ws://127.0.0.1:${own}`,
    lead(next) {
      target = next
    },
    drop,
    shut() {
      isShut = true
      drop()
    },
    open() {
      isShut = false
    },
    freeze() {
      for (const [inner, outer] of pairs) {
        inner.unpipe(outer)
        outer.unpipe()
        inner.resume()
        outer.resume()
      }
    },
    delay(milliseconds) {
      late = milliseconds
    },
    get connections() {
      return pairs.size
    },
    close: () =>
      new Promise((resolve) => {
        drop()
        server.close(() => resolve())
      }),
  }
}
