import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAbi, zeroAddress } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AbiFeed } from '../../src/cli/AbiFeed.ts'
import { loadAbis, loadEvents, type LoadedAbi } from '../../src/cli/loadAbis.ts'
import { readFilter } from '../../src/cli/options/readFilter.ts'
import { UsageError } from '../../src/cli/options/UsageError.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'topic0-abis-'))
})
afterEach(() => rm(folder, { recursive: true }))

const token = '0x00000000000000000000000000000000000000A1'
const abi = parseAbi(['event Paid(address indexed payer, uint256 amount)', 'function pay(uint256 amount)'])
const rebuilt = parseAbi(['event Refunded(address indexed payer)'])

async function write(path: string, content: unknown): Promise<string> {
  const file = join(folder, path)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, JSON.stringify(content))
  return file
}

test('loads the ABI of one contract, with its functions', async () => {
  const file = await write('Shop.json', { contractName: 'Shop', abi })
  expect(await loadAbis([`${token}=${file}`])).toEqual([{ name: 'Shop', address: token, abi }])
})

test('--abi ADDRESS=FILE chooses the contract, unless --address or another --abi does not', async () => {
  const file = await write('Shop.json', { contractName: 'Shop', abi })
  const events = await loadEvents([`${token}=${file}`])
  const options = { address: [], event: [], arg: [] }
  expect(readFilter(options, events)).toEqual({ address: [token], events: events.events })
  expect(readFilter({ ...options, address: [zeroAddress] }, events)).toMatchObject({ address: [zeroAddress] })
  expect(readFilter(options, await loadEvents([`${token}=${file}`, file]))).not.toHaveProperty('address')
})

test('loads folders of Foundry and Hardhat', async () => {
  await write('out/Shop.sol/Shop.json', { abi, bytecode: {} })
  await write('out/build-info/1.json', { output: { abi } })
  await write('out/Math.sol/Math.json', { abi: [] })
  await write('artifacts/contracts/Bank.sol/Bank.json', { contractName: 'Bank', abi: rebuilt })
  await write('artifacts/contracts/Bank.sol/Bank.dbg.json', { abi })
  const loaded = await loadAbis([join(folder, 'out'), join(folder, 'artifacts')])
  expect(loaded).toEqual([
    { name: 'Shop', abi },
    { name: 'Bank', abi: rebuilt },
  ])
})

test('reads linked files of a folder, and skips links that lead to none', async () => {
  const file = await write('elsewhere/Shop.json', { abi })
  await mkdir(join(folder, 'out'))
  await symlink(file, join(folder, 'out/Shop.json'))
  await symlink(join(folder, 'gone.json'), join(folder, 'out/Gone.json'))
  await symlink('Self.json', join(folder, 'out/Self.json'))
  await symlink(folder, join(folder, 'out/Folder.json'))
  expect(await loadAbis([join(folder, 'out')])).toEqual([{ name: 'Shop', abi }])
})

test.each([
  [() => '0xA1=Shop.json', '--abi 0xA1=Shop.json: an address has 40 hex digits, as in --abi 0x…=Token.json.'],
  [() => `${token}=${folder}`, /is a folder\. Name the contract’s file\.$/],
  [() => join(folder, 'none.json'), /^--abi: there is no file or folder .*none\.json\.$/],
])('refuses a source that cannot be loaded', async (source, message) => {
  await expect(loadAbis([source()])).rejects.toThrow(UsageError)
  await expect(loadAbis([source()])).rejects.toThrow(message)
})

test('sends the ABIs to a page, and again after each build', async () => {
  await write('out/Shop.sol/Shop.json', { abi })
  const feed = await AbiFeed.open([join(folder, 'out')], { interval: 20 })
  const server = createServer((_request, response) => feed.serve(response)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const messages = readMessages(await fetch(`http://127.0.0.1:${port}/`))
    expect(await messages.next()).toMatchObject({ value: [{ name: 'Shop', abi }] })
    await write('out/Shop.sol/Shop.json', { abi: rebuilt })
    expect(await messages.next()).toMatchObject({ value: [{ name: 'Shop', abi: rebuilt }] })
    // As `forge clean && forge build`.
    await rm(join(folder, 'out'), { recursive: true })
    await write('out/Bank.sol/Bank.json', { abi })
    expect(await messages.next()).toMatchObject({ value: [{ name: 'Bank', abi }] })
    feed.close()
    expect(await messages.next()).toMatchObject({ done: true })
  } finally {
    feed.close()
    await new Promise((resolve) => server.close(resolve))
  }
})

test('files that a build leaves broken are reported once, and the next good ones are sent', async () => {
  await write('out/Shop.sol/Shop.json', { abi })
  const errors: Error[] = []
  let report = () => {}
  const reported = new Promise<void>((resolve) => (report = resolve))
  const onError = (error: Error) => {
    errors.push(error)
    report()
  }
  const feed = await AbiFeed.open([join(folder, 'out', 'Shop.sol', 'Shop.json')], { interval: 5, onError })
  const server = createServer((_request, response) => feed.serve(response)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const messages = readMessages(await fetch(`http://127.0.0.1:${port}/`))
    await messages.next()
    await writeFile(join(folder, 'out/Shop.sol/Shop.json'), '{')
    await reported
    await write('out/Shop.sol/Shop.json', { abi: rebuilt })
    expect(await messages.next()).toMatchObject({ value: [{ name: 'Shop', abi: rebuilt }] })
    expect(errors.map(({ message }) => message)).toEqual([expect.stringMatching(/Shop\.json/)])
  } finally {
    feed.close()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** The messages of a stream of server-sent events. */
async function* readMessages({ body }: Response): AsyncGenerator<readonly LoadedAbi[], void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of body!) {
    text += decoder.decode(bytes as Uint8Array, { stream: true })
    const parts = text.split('\n\n')
    text = parts.pop()!
    for (const part of parts) yield JSON.parse(part.replace(/^data: /, '')) as readonly LoadedAbi[]
  }
}
