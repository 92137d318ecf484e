import { createServer } from 'node:net'

/** Maximum ports to try. */
const attempts = 50

/**
 * Occupies a port until it is needed, so that no other process takes it: the requested one, or the next free one unless
 * the user named it. `release` frees it.
 *
 * @throws when it is in use and was named by the user, or when all ports near it are in use.
 */
export async function reservePort({ number, explicit }, { flag, what, say }) {
  if (explicit) {
    const release = await hold(number)
    if (release) return { number, release }
    throw new Error(
      `Port ${number} of ${flag} is in use. Name another one, or leave out ${flag} to use a free one.`,
    )
  }
  for (let port = number; port < number + attempts && port <= 65_535; port++) {
    const release = await hold(port)
    if (!release) continue
    if (port !== number) say(`Port ${number} is in use, so ${what} uses ${port}.`)
    return { number: port, release }
  }
  throw new Error(`No port from ${number} to ${number + attempts - 1} is free. Name one with ${flag}.`)
}

/** Occupies a port. Resolves to a function that frees it; `undefined` when the port is in use. */
function hold(port) {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => resolve(undefined))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
      resolve(() => new Promise((released) => server.close(() => released()))),
    )
  })
}
