import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { reservePort } from '../../demo/reservePort.mjs'

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

test('takes the next free port, and reports it', async () => {
  const taken = await occupy()
  const { said, options } = chooser()
  const { number, release } = await reservePort({ number: taken, explicit: false }, options)
  expect(number).toBeGreaterThan(taken)
  expect(said).toEqual([`Port ${taken} is in use, so the page uses ${number}.`])
  await release()
})

test('keeps a requested port', async () => {
  const taken = await occupy()
  const { options } = chooser()
  await expect(reservePort({ number: taken, explicit: true }, options)).rejects.toThrow(
    `Port ${taken} of --port is in use. Name another one, or leave out --port to use a free one.`,
  )
})

test('no other process gets the port until it is released', async () => {
  const { options } = chooser()
  const first = await reservePort({ number: 20_000, explicit: false }, options)
  const same = { number: first.number, explicit: true }
  await expect(reservePort(same, options)).rejects.toThrow('is in use')
  await first.release()
  const again = await reservePort(same, options)
  expect(again.number).toBe(first.number)
  await again.release()
})
