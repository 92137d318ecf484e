import { createServer } from 'node:net'

/** How many ports are tried before giving up. */
const attempts = 50

/**
 * Holds a port until it is needed, so that nobody else takes it meanwhile: the one asked for, or the next free one when
 * the user did not insist on it. `release` lets go of it.
 *
 * @throws when it is taken and was given explicitly, or everything near it is taken.
 */
export async function reservePort({ number, explicit }, { flag, what, say }) {
  if (explicit) {
    const release = await hold(number)
    if (release) return { number, release }
    throw new Error(
      `Port ${number}, given with ${flag}, is taken. Give another, or none: then a free one is chosen.`,
    )
  }
  for (let port = number; port < number + attempts && port <= 65_535; port++) {
    const release = await hold(port)
    if (!release) continue
    if (port !== number) say(`Port ${number} is taken, so ${what} uses ${port}.`)
    return { number: port, release }
  }
  throw new Error(`No port from ${number} to ${number + attempts - 1} is free. Give one with ${flag}.`)
}

/** Listens, and answers nobody; undefined where the port is taken. */
function hold(port) {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => resolve(undefined))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
      resolve(() => new Promise((released) => server.close(() => released()))),
    )
  })
}
