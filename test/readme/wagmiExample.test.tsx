import { rmSync } from 'node:fs'
import { act, fireEvent, screen } from '@testing-library/react'
import { pad } from 'viem'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeEvents } from '../support/SeededChain.ts'
import { ExampleNetwork } from './ExampleNetwork.ts'
import { findBlocks } from './findExamples.ts'
import { mountExample, mountFolder } from './mountExample.tsx'

const example = findBlocks('README.md').find(({ code }) => code.includes(`from 'wagmi'`))!
const realImmediate = setImmediate

let network: ExampleNetwork

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  network = new ExampleNetwork()
  vi.stubGlobal('fetch', network.fetch)
})
afterAll(() => rmSync(mountFolder, { recursive: true, force: true }))

const text = () => document.body.textContent ?? ''
const button = (name: string) => screen.queryByRole('button', { name })

async function passUntil(condition: () => boolean, seconds = 300) {
  for (let tenth = 0; tenth < seconds * 10 && !condition(); tenth++)
    await act(async () => {
      await vi.advanceTimersByTimeAsync(100)
      await new Promise((done) => realImmediate(done))
    })
  expect(condition(), text()).toBe(true)
}

/** Transfers of the first contract that the wallet received, oldest first. */
function received() {
  const { chain } = network.node
  const [contract] = chain.contracts
  const topics = [fakeEvents[0]!, null, pad(chain.accounts[0]!)]
  return chain.logs({ address: contract, topics }, 100n, chain.head)
}

async function mountConnected() {
  const { show } = await mountExample(example, network)
  show()
  await passUntil(() => button('Connect wallet') !== null)
  fireEvent.click(button('Connect wallet')!)
}

test('without a wallet it offers to connect, and requests no logs', async () => {
  const { show } = await mountExample(example, network)
  show()
  await passUntil(() => button('Connect wallet') !== null)
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(button('Connect wallet')).not.toBeNull()
  expect(network.callsOf('eth_getLogs')).toEqual([])
})

test('with a wallet it reads, then shows what the wallet received', async () => {
  network.hold()
  await mountConnected()
  await passUntil(() => text() === 'Reading logs…')
  network.release()
  await passUntil(() => screen.queryByRole('grid') !== null)
  expect(received().length).toBeGreaterThan(2)
  await passUntil(
    () => screen.getByRole('grid').getAttribute('aria-rowcount') === String(received().length + 1),
  )
  const whole = BigInt(received().at(-1)!.data) / 10n ** 6n
  expect(text()).toContain(`Received last: ${whole}`)
})

test('on a dead node it shows the error, and reads on retry', async () => {
  network.node.faults = { down: 'cors' }
  await mountConnected()
  await passUntil(() => screen.queryByRole('alert') !== null)
  network.node.faults = {}
  fireEvent.click(button('Try again')!)
  await passUntil(() => screen.queryByRole('grid') !== null)
})
