import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { choosePort } from '../../demo/choosePort.mjs'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function occupy(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function chooser() {
  const said: string[] = []
  return { said, options: { flag: '--port', what: 'the page', say: (line: string) => said.push(line) } }
}

test('takes the next free port, and says so', async () => {
  const taken = await occupy()
  const { said, options } = chooser()
  const port = await choosePort({ number: taken, explicit: false }, options)
  expect(port).toBeGreaterThan(taken)
  expect(said).toEqual([`Port ${taken} is taken, so the page uses ${port}.`])
})

test('does not move from a port that was asked for', async () => {
  const taken = await occupy()
  const { options } = chooser()
  await expect(choosePort({ number: taken, explicit: true }, options)).rejects.toThrow(
    `Port ${taken}, given with --port, is taken. Give another, or none: then a free one is chosen.`,
  )
})
