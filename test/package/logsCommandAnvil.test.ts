import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { startTestChain, type NodeLog, type TestChain } from '../support/anvil.ts'
import { openDuckDb } from '../support/openDuckDb.ts'
import { parseCsv } from '../support/parseCsv.ts'
import { runCommand, startCommand } from '../support/runCommand.ts'
import { soon } from '../support/soon.ts'
import { installIn } from './installPackage.ts'

// The command as it is installed, over a real chain.

const project = inject('viemOnly')
let chain: TestChain
let folder: string
let transfers: NodeLog[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'topic0-anvil-'))
  chain = await startTestChain({ blocks: 120 })
  const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const address = token()
  transfers = (await chain.allLogs()).filter((log) => log.address === address && log.topics[0] === topic)
})
afterAll(async () => {
  await chain?.stop()
  await rm(folder, { recursive: true })
})

const token = () => chain.contract('harbour').address.toLowerCase()
const transferEvent = 'Transfer(address indexed from, address indexed to, uint256 value)'
const args = (...more: string[]) => ['logs', '--rpc', chain.http, '--address', token(), ...more]
const run = (...more: string[]) => runCommand(project, args(...more))

test('a fresh install has neither React nor react-query', async () => {
  const fresh = join(folder, 'fresh')
  await mkdir(fresh)
  await installIn(fresh, [inject('tarball'), `viem@${manifest.devDependencies.viem}`, '--package-lock-only'])
  const lock = JSON.parse(await readFile(join(fresh, 'package-lock.json'), 'utf8')) as { packages: object }
  const names = Object.keys(lock.packages).map((path) => path.replace(/^.*node_modules\//, ''))
  expect(names).toEqual(expect.arrayContaining(['viem', 'ws']))
  expect(names.filter((name) => /react/.test(name))).toEqual([])
})

test('CSV has every log that the node has, with its values', async () => {
  const { code, stdout, stderr } = await run('--event', transferEvent, '--format', 'csv')
  expect(code, stderr).toBe(0)
  const [head = [], ...rows] = parseCsv(stdout).filter((row) => row.length > 1)
  const cell = (row: readonly string[], name: string) => row[head.indexOf(name)]
  expect(
    rows.map((row) =>
      ['block_number', 'log_index', 'topic1', 'topic2', 'data', 'block_hash', 'arg_value'].map((name) =>
        cell(row, name),
      ),
    ),
  ).toEqual(
    transfers.map(({ blockNumber, logIndex, topics, data, blockHash }) => [
      BigInt(blockNumber).toString(),
      BigInt(logIndex).toString(),
      topics[1],
      topics[2],
      data,
      blockHash,
      BigInt(data).toString(),
    ]),
  )
  expect(rows.length).toBeGreaterThan(50)
})

test('--columns chooses and orders them, in CSV and NDJSON', async () => {
  const [first] = transfers
  const to = `0x${first!.topics[2]!.slice(26)}`
  const columns = [
    '--event',
    transferEvent,
    '--columns',
    'to,block_number,value',
    '--to',
    `${Number(first!.blockNumber)}`,
  ]
  expect((await run(...columns, '--format', 'csv')).stdout.split('\r\n').slice(0, 2)).toEqual([
    'arg_to,block_number,arg_value',
    `${to},${Number(first!.blockNumber)},${BigInt(first!.data)}`,
  ])
  expect(JSON.parse((await run(...columns)).stdout.split('\n')[0]!)).toEqual({
    arg_to: to,
    block_number: Number(first!.blockNumber),
    arg_value: BigInt(first!.data).toString(),
  })
})

test('--arg filters by an argument, over a WebSocket too', async () => {
  const [{ topics }] = transfers as [NodeLog]
  const wanted = transfers.filter((log) => log.topics[2] === topics[2])
  const to = ['--event', 'Transfer', '--arg', `to=0x${topics[2]!.slice(26)}`]
  const count = (text: string) => text.split('\n').length - 1
  expect(count((await run(...to)).stdout)).toBe(wanted.length)
  const overSocket = await runCommand(project, [
    'logs',
    '--rpc',
    chain.webSocket,
    '--address',
    token(),
    ...to,
  ])
  expect(count(overSocket.stdout)).toBe(wanted.length)
})

test('--abi reads a folder of artifacts', async () => {
  const out = join(folder, 'out/Token.sol')
  await mkdir(out, { recursive: true })
  const artifact = JSON.parse(await readFile('demo/artifacts/Token.json', 'utf8')) as { abi: unknown }
  await writeFile(join(out, 'Token.json'), JSON.stringify({ abi: artifact.abi, bytecode: '0x' }))
  await writeFile(join(out, 'notes.json'), '{"no":"abi"}')
  const { code, stdout, stderr } = await run('--abi', join(folder, 'out'), '--event', 'Transfer')
  expect(code, stderr).toBe(0)
  expect(stdout.split('\n').length - 1).toBe(transfers.length)
  expect(await run('--abi', join(project, 'node_modules/topic0/LICENSE'))).toMatchObject({ code: 1 })
})

test('Parquet is read by DuckDB', async () => {
  const file = join(folder, 'transfers.parquet')
  expect(await run('--event', transferEvent, '-o', file)).toMatchObject({ code: 0, stdout: '' })
  const { query, close } = await openDuckDb()
  const [row] = await query(
    `select count(*) as logs, sum(arg_value_decimal)::varchar as total from read_parquet('${file}')`,
  )
  close()
  const total = transfers.reduce((sum, { data }) => sum + BigInt(data), 0n)
  expect(row).toEqual({ logs: `${transfers.length}`, total: total.toString() })
})

interface Line {
  readonly change: 'add' | 'remove' | 'reset'
  readonly blockNumber: string
  readonly blockHash: string
  readonly logIndex: number
}

/** What a reader of the lines ends up with. */
function fold(text: string): string[] {
  const held = new Map<string, Line>()
  for (const line of text.split('\n').filter((one) => one.endsWith('}'))) {
    const log = JSON.parse(line) as Line
    const key = `${log.blockHash} ${log.logIndex}`
    if (log.change === 'reset') {
      for (const [other, { blockNumber }] of held)
        if (BigInt(blockNumber) >= BigInt(log.blockNumber)) held.delete(other)
    } else if (log.change === 'remove') expect(held.delete(key), line).toBe(true)
    else {
      expect(held.has(key), line).toBe(false)
      held.set(key, log)
    }
  }
  return [...held.keys()].sort()
}

describe('--follow', () => {
  test('adds and removes, through a reorganization and a new chain, until Ctrl-C', async () => {
    const { child, stdout, stderr, ended } = startCommand(project, args('--from', '0', '--follow'))
    const complete = async () => {
      const truth = (await chain.allLogs())
        .filter(({ address }) => address === token())
        .map(({ blockHash, logIndex }) => `${blockHash} ${Number(logIndex)}`)
        .sort()
      await vi.waitFor(() => expect(fold(stdout())).toEqual(truth), soon)
    }
    try {
      await complete()
      await vi.waitFor(() => expect(stderr()).toContain('Live'), soon)
      for (let block = 0; block < 3; block++) await chain.emit('harbour', 'pay', { seed: block, count: 2 })
      await complete()
      await chain.rpc.request('anvil_reorg', [2, []])
      await chain.emit('harbour', 'pay', { seed: 9, count: 1 })
      await complete()
      expect(stdout()).toMatch(/"change":"remove"/)
      await chain.restart('lost')
      await complete()
      expect(stdout()).toMatch(/"change":"reset"/)
    } finally {
      child.kill('SIGINT')
    }
    expect(await ended).toMatchObject({ code: 130 })
    expect(stderr()).toMatch(/repeat the command with --from \d+/)
  })

  test('begins with the next block by default, also as CSV', async () => {
    const { child, stdout, stderr, ended } = startCommand(
      project,
      args('--follow', '--format', 'csv', '--columns', 'block_number'),
    )
    await vi.waitFor(() => expect(stderr()).toContain('Live'), soon)
    await chain.emit('harbour', 'pay', { seed: 1, count: 1 })
    const head = await chain.head()
    await vi.waitFor(() => expect(stdout()).toMatch(/\r\nadd/), soon)
    expect(stdout().split('\r\n').slice(0, 2)).toEqual(['change,block_number', `add,${head}`])
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130 })
  })
})
