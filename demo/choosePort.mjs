import { createServer } from 'node:net'

/** How many ports are tried before giving up. */
const attempts = 50

/**
 * A port that is free: the one asked for, or the next one when the user did not insist on it.
 *
 * @throws when it is taken and was given explicitly, or everything near it is taken.
 */
export async function choosePort({ number, explicit }, { flag, what, say }) {
  if (explicit) {
    if (await isFree(number)) return number
    throw new Error(
      `Port ${number}, given with ${flag}, is taken. Give another, or none: then a free one is chosen.`,
    )
  }
  for (let port = number; port < number + attempts && port <= 65_535; port++) {
    if (!(await isFree(port))) continue
    if (port !== number) say(`Port ${number} is taken, so ${what} uses ${port}.`)
    return port
  }
  throw new Error(`No port from ${number} to ${number + attempts - 1} is free. Give one with ${flag}.`)
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })
}
