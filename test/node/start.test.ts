import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createClient } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { reservePort } from '../../demo/reservePort.mjs'
import { defineNetwork } from '../../src/logs/archive/defineNetwork.ts'
import { xone } from '../../src/rpc/networks/xone.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'
import { startTestChain } from '../support/anvil.ts'
import { readAll } from '../support/readAll.ts'
import { soon } from '../support/soon.ts'

const script = fileURLToPath(new URL('../../demo/start.mjs', import.meta.url))
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

/** `npm start` as a process, and what it prints. */
function run(...args: string[]) {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  return watch(child)
}

function watch(child: ChildProcess) {
  const printed = { text: '', errors: '' }
  child.stdout!.on('data', (data) => (printed.text += data))
  child.stderr!.on('data', (data) => (printed.errors += data))
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  cleanups.push(() => child.kill('SIGKILL'))
  const prints = async (pattern: RegExp): Promise<string> => {
    const found = () => pattern.exec(printed.text)?.[1]
    await vi.waitFor(
      () => {
        if (child.exitCode !== null) return
        if (found() === undefined) throw new Error(`Not printed yet: ${String(pattern)}`)
      },
      { timeout: 200_000, interval: 50 },
    )
    const match = found()
    if (match === undefined) throw new Error(`It ended with ${child.exitCode}: ${printed.errors}`)
    return match
  }
  return { child, printed, closed, prints }
}

const isListening = async (url: string) => {
  try {
    await fetch(url, { method: 'POST', body: '{}' })
    return true
  } catch {
    return false
  }
}

/** Starts it on ports of its own and waits for the address to open. */
async function startDemo() {
  const demo = run('--port', String(await freePort()), '--chain-port', String(await freePort()))
  const page = await demo.prints(/Open +(http\S+)/)
  const node = `http://${await demo.prints(/chain id 3721, at ([\d.:]+)/)}`
  return { ...demo, page, node }
}

/**
 * Below the system's ephemeral ports, and apart from those of other processes that run these tests: no other program takes
 * it meanwhile.
 */
let nextPort = 21_000 + 10 * (process.pid % 1_000)
async function freePort(): Promise<number> {
  const options = { flag: '--port', what: 'a test', say: () => {} }
  const { number, release } = await reservePort({ number: nextPort, explicit: false }, options)
  nextPort = number + 1
  await release()
  return number
}

async function occupy(port = 0): Promise<{ port: number; server: Server }> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(() => server.close())
  return { port: (server.address() as AddressInfo).port, server }
}

const ask = async (url: string, method: string, params: unknown[] = []) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return ((await response.json()) as { result: unknown }).result
}

describe('npm start', () => {
  test('serves a page on a live chain with history, and leaves nothing behind on Ctrl-C', async () => {
    const { child, page, node, closed, printed } = await startDemo()

    const response = await fetch(page)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('<div id="root"></div>')
    expect(await (await fetch(new URL('/main.tsx', page))).text()).not.toContain('jsxDEV')
    const readModule = async () => (await fetch(new URL('/@id/__x00__virtual:demo', page))).text()
    const module = await readModule()
    expect(module).toContain('"label":"Harbour"')
    expect(module).toContain(JSON.stringify(node))

    expect(await ask(node, 'eth_chainId')).toBe('0xe89')
    const head = Number(await ask(node, 'eth_blockNumber'))
    expect(head).toBeGreaterThan(4000)
    const logs = (await ask(node, 'eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest' }])) as {
      address: string
      blockNumber: string
    }[]
    expect(logs.length).toBeGreaterThan(40_000)
    expect(new Set(logs.map(({ address }) => address)).size).toBe(8)
    const { timestamp } = (await ask(node, 'eth_getBlockByNumber', ['latest', false])) as {
      timestamp: string
    }
    expect(Math.abs(Date.now() / 1000 - Number(timestamp))).toBeLessThan(600)
    await vi.waitFor(async () => {
      const since = { fromBlock: `0x${(head + 1).toString(16)}` }
      expect(await ask(node, 'eth_getLogs', [since])).not.toHaveLength(0)
    }, soon)
    expect(printed.text).toMatch(/Preparing the chain: block \d+ of 4000/)

    // Once it is built, pages read the past from an archive, in which nothing is missing.
    const archive = await vi.waitFor(async () => {
      const [, url] = /"archive":"([^"]+)"/.exec(await readModule()) ?? []
      expect(url).toBeDefined()
      return url!
    }, soon)
    const requests: string[] = []
    const network = defineNetwork({ ...xone, id: 3721 }, { http: [node], finality: 32, archive })
    const transport = nodePool(network, {
      storage: null,
      channel: null,
      fetch: (input, init) => {
        requests.push(String(init?.body))
        return fetch(input, init)
      },
    })
    const last = 3_900n
    const client = createClient({ chain: network, transport })
    // The newest page, then everything.
    const newest = { fromBlock: 2_000n, toBlock: last, order: 'desc', limit: 1_000 } as const
    expect((await readAll(client, newest)).logs).toHaveLength(1_000)
    const read = await readAll(client, { fromBlock: 0n, toBlock: last })
    const older = logs.filter(({ blockNumber }) => BigInt(blockNumber) <= last)
    expect(read.logs).toHaveLength(older.length)
    expect(read.coverage.archived).toEqual([{ from: 0n, to: last }])
    expect(requests.join()).not.toContain('eth_getLogs')

    child.kill('SIGINT')
    expect(await closed).toEqual([0, null])
    expect(await isListening(node)).toBe(false)
    expect(await isListening(page)).toBe(false)
    expect(printed.errors).toBe('')
  })

  test('leaves nothing behind on SIGTERM during startup', async () => {
    const chainPort = await freePort()
    const { child, closed, prints } = run('--chain-port', String(chainPort))
    await prints(/(Preparing)/)
    child.kill('SIGTERM')
    expect(await closed).toEqual([0, null])
    expect(await isListening(`http://127.0.0.1:${chainPort}`)).toBe(false)
  })

  test('leaves nothing behind when it is killed outright', async () => {
    const chainPort = await freePort()
    const { child, closed, prints } = run('--chain-port', String(chainPort))
    await prints(/(Preparing)/)
    child.kill('SIGKILL')
    expect(await closed).toEqual([null, 'SIGKILL'])
    await vi.waitFor(async () => expect(await isListening(`http://127.0.0.1:${chainPort}`)).toBe(false), soon)
  })

  test('ends when its parent process is gone', async () => {
    const chainPort = await freePort()
    const starter = `
      const { spawn } = require('node:child_process')
      const child = spawn(process.execPath, [${JSON.stringify(script)}, '--chain-port', '${chainPort}'], { stdio: 'inherit' })
      console.log('started ' + child.pid + '.')`
    const { child, prints } = watch(
      spawn(process.execPath, ['-e', starter], { stdio: ['ignore', 'pipe', 'pipe'] }),
    )
    const pid = Number(await prints(/started (\d+)\./))
    cleanups.push(() => isAlive(pid) && process.kill(pid, 'SIGKILL'))
    await prints(/(Preparing)/)
    child.kill('SIGKILL')
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), soon)
    await vi.waitFor(async () => expect(await isListening(`http://127.0.0.1:${chainPort}`)).toBe(false), soon)
  })

  test('ends when its chain does', async () => {
    const demo = run('--chain-port', String(await freePort()))
    await demo.prints(/(Preparing)/)
    process.kill(await childOf(demo.child.pid!), 'SIGTERM')
    expect(await demo.closed).toEqual([1, null])
    expect(demo.printed.errors).toContain('anvil has ended unexpectedly')
  })
})

describe('npm start -- --rpc', () => {
  test('shows other endpoints, grouped by their network', async () => {
    const chain = await startTestChain({ chainId: 777 })
    cleanups.push(chain.stop)
    const key = `${chain.http}/?key=secret`
    const { child, prints, closed, printed } = run(
      '--rpc',
      key,
      '--rpc',
      chain.webSocket,
      '--port',
      String(await freePort()),
    )
    const page = await prints(/Open +(http\S+)/)
    expect(printed.text).toContain(`chain id 777, at ${new URL(chain.http).host}\n`)
    expect(printed.text).not.toContain('secret')
    const readModule = async () => (await fetch(new URL('/@id/__x00__virtual:demo', page))).text()
    const module = await readModule()
    expect(module).toContain(`"http":["${key}"],"webSocket":"${chain.webSocket}"`)
    child.kill('SIGTERM')
    expect(await closed).toEqual([0, null])
    expect(await chain.head()).toBeGreaterThan(0n)
  })

  test('reports an unreachable endpoint, without anything that may be a key', async () => {
    const port = await freePort()
    const { closed, printed } = run('--rpc', `http://127.0.0.1:${port}/secret`)
    expect(await closed).toEqual([1, null])
    expect(printed.errors).toContain(
      `The endpoint at 127.0.0.1:${port} did not report its chain id (eth_chainId).`,
    )
    expect(printed.errors).not.toContain('secret')
  })
})

describe('the command line', () => {
  test('--help', async () => {
    const { closed, printed } = run('--help')
    expect(await closed).toEqual([0, null])
    expect(printed.text).toContain('npm start -- --rpc URL')
  })

  test.each([[['--prot']], [['--rpc', 'nonsense']], [['--port', '99999']]])('refuses %j', async (args) => {
    const { closed, printed } = run(...args)
    expect(await closed).toEqual([2, null])
    expect(printed.errors).toContain(args[0]!)
    expect(printed.errors).toContain('npm start -- --help')
  })

  test('a requested port that is taken is an error', async () => {
    const { port } = await occupy()
    const { closed, printed } = run('--port', String(port), '--rpc', 'http://127.0.0.1:1')
    expect(await closed).toEqual([1, null])
    expect(printed.errors).toContain(`Port ${port} of --port is in use.`)
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The process that `pid` started: the one that guards anvil. */
async function childOf(pid: number): Promise<number> {
  const ps = watch(spawn('ps', ['-A', '-o', 'pid=,ppid='], { stdio: ['ignore', 'pipe', 'pipe'] }))
  await ps.closed
  const rows = ps.printed.text.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const found = rows.find(([, parent]) => parent === pid)?.[0]
  if (found === undefined) throw new Error(`Process ${pid} has no child.`)
  return found
}
