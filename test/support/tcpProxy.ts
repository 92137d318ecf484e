import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A door before a real node that can be shut, held open without letting anything through, or moved to another node. */
export interface TcpProxy {
  readonly http: string
  readonly webSocket: string
  /** Where connections lead from now on. */
  lead(port: number): void
  /** Cuts all connections; new ones are let in. */
  drop(): void
  /** Refuses new connections, and cuts those there are. */
  shut(): void
  open(): void
  /** Connections there are now stay open, and nothing comes through them any more: half-open. */
  freeze(): void
  readonly connections: number
  close(): Promise<void>
}

/** Starts a proxy on a free port. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let target = port
  let isShut = false
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
    outer.pipe(inner)
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
        outer.unpipe(inner)
        inner.resume()
        outer.resume()
      }
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
