import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import type { TestCall } from '../../src/testing/EndpointFaults.ts'
import { createFakeNode, type FakeNode } from '../support/fakeNode.ts'
import { runCommand, startCommand } from '../support/runCommand.ts'
import { serveNode } from '../support/serveNode.ts'
import { soon } from '../support/soon.ts'

// The command as it is installed, over nodes that fail on cue.

const project = inject('consumer')
let node: FakeNode
let served: { url: string; close: () => void }
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'topic0-logs-'))
  node = createFakeNode({ blocks: 2_001, logsPerBlock: 2 })
  served = await serveNode(node)
})
afterEach(async () => {
  served.close()
  await rm(folder, { recursive: true })
})

const logs = (...args: string[]) => runCommand(project, ['logs', '--rpc', served.url, ...args])
const parse = (ndjson: string) =>
  ndjson
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { blockNumber: string; logIndex: number })
const places = (rows: readonly { blockNumber: string | bigint; logIndex: number }[]) =>
  rows.map(({ blockNumber, logIndex }) => `${blockNumber} ${logIndex}`)
const truth = () => places(node.chain.logs({}, 0n, 2_000n))
const fromOf = ({ params }: TestCall) => Number((params[0] as { fromBlock?: string }).fromBlock)
const toOf = ({ params }: TestCall) => Number((params[0] as { toBlock?: string }).toBlock)

/** The node cannot read ranges that begin at this block or later. */
const failFrom = (block: number) => {
  node.faults.respond = (call) =>
    call.method === 'eth_getLogs' && fromOf(call) >= block
      ? { error: { code: -32603, message: 'missing trie node' } }
      : undefined
}

// More of it in test/cli/parseLogsOptions.test.ts.
describe('wrong usage exits with 1, and names the right usage', () => {
  test.each<[args: string[], message: RegExp]>([
    [['logs'], /Which node\? Pass --rpc URL/],
    [['lgs'], /no command lgs\. Did you mean logs\?/],
    [['xyzzy'], /no command xyzzy\. There are: archive, logs/],
    [['logs', '--rpc', 'rpc.example.org'], /--rpc takes a full URL/],
    [['logs', '--rpc', 'http://x', '--address', '0x12'], /--address 0x12: Expected 40 hex digits/],
    [['logs', '--rpc', 'http://x', '--event', 'Trasnfer'], /--event Trasnfer: No known event/],
    [['logs', '--rpc', 'http://x', '--arg', 'to=0x'], /name the event with --event/],
    [['logs', '--rpc', 'http://x', '--event', 'Transfer', '--arg', 'to=0x12'], /--arg to: .*40 hex digits/],
    [['logs', '--rpc', 'http://x', '--event', 'Transfer', '--arg', 'x=1'], /--arg x: .*It has: from, to/],
    [['logs', '--rpc', 'http://x', '--from', 'yesterday'], /--from takes a block number.*“yesterday”/],
    [['logs', '--rpc', 'http://x', '--from', '9', '--to', '3'], /--to: .*before/],
    [['logs', '--rpc', 'http://x', '--abi', 'nowhere.json'], /no file or folder nowhere.json/],
    [['logs', '--network', 'nowhere'], /no network nowhere/],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await runCommand(project, args)
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/ {4}at /)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  })

  test('a column that does not exist', async () => {
    const { code, stderr } = await logs('--columns', 'block_number,amount')
    expect(stderr).toMatch(/--columns: There is no column “amount”. There are: block_number/)
    expect(code).toBe(1)
  })
})

test('--help and --version', async () => {
  expect(await runCommand(project, ['logs', '--help'])).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/Examples[^]*--follow[^]*Exit codes/) as unknown,
  })
  for (const args of [['--version'], ['--open', '-v']])
    expect((await runCommand(project, args)).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('completion works in bash', async () => {
  await writeFile(join(folder, 'my abi.json'), '[]')
  const complete = `source <(topic0 completion bash)
    for line in "topic0 lo" "topic0 logs --fo" "topic0 logs --abi m"; do
      read -ra COMP_WORDS <<< "$line"; COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _topic0
      printf '%s\\n' "\${COMPREPLY[@]}"
    done`
  const bin = join(project, 'node_modules/.bin')
  const { stdout } = await promisify(execFile)('bash', ['-c', complete], {
    cwd: folder,
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` },
  })
  expect(stdout.trim().split('\n')).toEqual(['logs', '--format', '--follow', 'my abi.json'])
})

test('standard output has the logs and nothing else, each once and in order', async () => {
  const { code, stdout, stderr } = await logs()
  expect(places(parse(stdout))).toEqual(truth())
  expect(stderr).toMatch(/Reading blocks 0 to 2,000[^]*logs · \d+ calls/)
  expect(code).toBe(0)
  expect(await logs('--quiet', '--to', '9')).toMatchObject({ code: 0, stderr: '' })
})

test('--from and --to take dates, tags and distances', async () => {
  const timeOf = (block: number) =>
    new Date(node.chain.block(block)!.timestamp * 1000).toISOString().replace('.000', '')
  const { stdout } = await logs('--from', timeOf(700), '--to', timeOf(900))
  expect(places(parse(stdout))).toEqual(places(node.chain.logs({}, 700n, 900n)))
  const { stdout: day } = await logs('--from', timeOf(0).slice(0, 10), '--to', timeOf(2_000).slice(0, 10))
  expect(places(parse(day))).toEqual(truth())
  const { stdout: last } = await logs('--from', 'latest-9', '--to', 'latest')
  expect(places(parse(last))).toEqual(places(node.chain.logs({}, 1_991n, 2_000n)))
})

test('--estimate prints the cost, and reads no logs', async () => {
  const { code, stdout } = await logs('--estimate')
  expect(stdout).toMatch(/^blocks {3}2,001\ncalls/)
  expect(code).toBe(0)
  expect(JSON.parse((await logs('--estimate', '--format', 'json')).stdout)).toMatchObject({ blocks: '2001' })
  expect(node.callsOf('eth_getLogs')).toEqual([])
})

test('blocks that do not exist yet are named, and end it with 2', async () => {
  const { code, stdout, stderr } = await logs('--from', '1999', '--to', '2500')
  expect(places(parse(stdout))).toEqual(places(node.chain.logs({}, 1_999n, 2_000n)))
  expect(stderr).toMatch(/Blocks 2001 to 2500 do not exist yet: the newest block is 2000\./)
  expect(code).toBe(2)
})

describe('blocks that cannot be read', () => {
  test('are listed, and end it with 2', async () => {
    failFrom(1_200)
    node.faults.maxBlockRange = 100
    const { code, stdout, stderr } = await logs()
    const read = parse(stdout)
    expect(stderr).toMatch(/could not be read:\n {2}\d+ to 2000: /)
    const first = Number(/\n {2}(\d+) to 2000/.exec(stderr)?.[1])
    expect(places(read)).toEqual(places(node.chain.logs({}, 0n, BigInt(first - 1))))
    expect(code).toBe(2)
  })

  test.each(['ndjson', 'csv', 'json'])('are read by --resume, into the same %s file', async (format) => {
    const whole = join(folder, `whole.${format}`)
    const file = join(folder, `logs.${format}`)
    expect((await logs('-o', whole)).code).toBe(0)
    node.faults.maxBlockRange = 100
    failFrom(1_200)
    expect(await logs('-o', file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--resume') as unknown,
    })
    expect(existsSync(file)).toBe(false)
    node.faults = {}
    node.clearCalls()
    expect((await logs('-o', file, '--resume')).code).toBe(0)
    expect(await readFile(file, 'utf8')).toBe(await readFile(whole, 'utf8'))
    // Nothing was read twice.
    expect(
      Math.min(...node.callsOf('eth_getLogs').map((call) => fromOf({ id: 0, ...call }))),
    ).toBeGreaterThan(500)
    expect(existsSync(`${file}.part`)).toBe(false)
  })

  test('a file of another query is not continued', async () => {
    const file = join(folder, 'logs.csv')
    node.faults.maxBlockRange = 100
    failFrom(1_200)
    await logs('-o', file)
    const { code, stderr } = await logs('-o', file, '--resume', '--from', '7')
    expect(stderr).toMatch(/--resume: .* another query/)
    expect(code).toBe(1)
  })
})

test('--cache keeps final blocks, the calls of the day and learned limits for the next command', async () => {
  const cache = ['--cache', join(folder, 'cache')]
  node.faults.maxBlockRange = 300
  expect(places(parse((await logs(...cache)).stdout))).toEqual(truth())
  node.clearCalls()
  const { code, stdout } = await logs(...cache, '--from', '100', '--to', '1500')
  expect(places(parse(stdout))).toEqual(places(node.chain.logs({}, 100n, 1_500n)))
  expect(code).toBe(0)
  expect(node.callsOf('eth_getLogs')).toEqual([])
  node.clearCalls()
  const { code: spent, stderr } = await logs(...cache, '--quota', '3')
  expect(stderr).toMatch(/Today's quota of 3 calls is used up/)
  expect(spent).toBe(3)
  // Only the chain id, before anything is counted.
  expect(node.calls.length).toBeLessThanOrEqual(1)
})

describe('a used-up quota ends with 3', () => {
  test.each([
    ['--max-calls', /The limit of 5 calls is reached/],
    ['--quota', /Today's quota of 5 calls is used up/],
  ])('%s', async (flag, message) => {
    node.faults.maxBlockRange = 100
    const { code, stderr } = await logs(flag, '5')
    expect(stderr).toMatch(message)
    expect(code).toBe(3)
    expect(node.calls.length).toBeLessThanOrEqual(5)
  })

  test("the node's own", async () => {
    node.faults.refuse = {
      eth_getLogs: { code: -32005, message: 'daily request count exceeded, request rate limited' },
    }
    const { code, stderr } = await logs('--to', '10')
    expect(code, stderr).toBe(3)
  })
})

describe('no endpoint ends with 4', () => {
  test('nothing answers there', async () => {
    served.close()
    const { code, stderr } = await logs()
    expect(stderr).toMatch(/^topic0: 127\.0\.0\.1:\d+ could not be reached\./)
    expect(code).toBe(4)
  })

  test('it serves another network', async () => {
    const { code, stderr } = await logs('--network', 'xone-testnet')
    expect(stderr).toMatch(/does not serve Xone Chain Testnet/)
    expect(code).toBe(4)
  })

  test('no path or key of its URL is shown', async () => {
    served.close()
    const { stderr } = await runCommand(project, ['logs', '--rpc', `${served.url}/v2/very-secret-key`])
    expect(stderr).toMatch(/could not be reached/)
    expect(stderr).not.toMatch(/secret/)
  })
})

test('a reader that closes the pipe ends it in silence', async () => {
  const { child, stderr } = startCommand(project, ['logs', '--rpc', served.url, '--quiet'], {
    readsOutput: false,
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.stdout.once('data', () => child.stdout.destroy())
  expect(await exited).toBe(0)
  expect(stderr()).toBe('')
})

test('a reader that closes standard error does not end it', async () => {
  const { child, stdout, ended } = startCommand(project, ['logs', '--rpc', served.url])
  // Before anything is written: each line then fails.
  child.stderr.destroy()
  expect(await ended).toMatchObject({ code: 0 })
  expect(places(parse(stdout()))).toEqual(truth())
})

describe('Ctrl-C', () => {
  /** Answers the first part of the history, then nothing. */
  const hangFrom = (block: number) => {
    node.faults.maxBlockRange = 100
    // A message with an early call must not hang.
    node.faults.batchLimit = { limit: 1, style: '413' }
    const { fetch } = node
    const hanging = new Promise<Response>(() => {})
    return vi.spyOn(node, 'fetch').mockImplementation((input, init) => {
      const calls = [JSON.parse(String(init?.body)) as TestCall | TestCall[]].flat()
      // Wider ranges are refused at once.
      const isLate = calls.every(
        (call) => call.method === 'eth_getLogs' && fromOf(call) >= block && toOf(call) - fromOf(call) < 100,
      )
      return isLate ? hanging : fetch(input, init)
    })
  }

  test('ends at once and prints how to continue; --resume does', async () => {
    const file = join(folder, 'logs.ndjson')
    const fetch = hangFrom(1_000)
    const { child, stderr, ended } = startCommand(project, ['logs', '--rpc', served.url, '-o', file])
    await vi.waitFor(
      async () => expect((await readFile(`${file}.part`, 'utf8')).length).toBeGreaterThan(100_000),
      soon,
    )
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130 })
    expect(stderr()).toMatch(/Interrupted\. .*logs\.ndjson\.part has [\d,]+ logs\. .* with --resume\./)
    fetch.mockRestore()
    expect((await logs('-o', file, '--resume')).code).toBe(0)
    expect(places(parse(await readFile(file, 'utf8')))).toEqual(truth())
  })

  test('names the block to continue from when there is no file', async () => {
    const fetch = hangFrom(1_000)
    const { child, stdout, stderr, ended } = startCommand(project, ['logs', '--rpc', served.url])
    await vi.waitFor(() => expect(stdout().length).toBeGreaterThan(100_000), soon)
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130 })
    const [, next = ''] = /repeat the command with --from (\d+)/.exec(stderr()) ?? []
    fetch.mockRestore()
    const rest = await logs('--from', next)
    // The last line may have been cut off.
    const whole = stdout().slice(0, stdout().lastIndexOf('\n'))
    const before = parse(whole).filter(({ blockNumber }) => BigInt(blockNumber) < BigInt(next))
    expect(places([...before, ...parse(rest.stdout)])).toEqual(truth())
  })

  test('also while its output is not read', async () => {
    const { child, stderr, ended } = startCommand(project, ['logs', '--rpc', served.url], {
      readsOutput: false,
    })
    await vi.waitFor(() => expect(stderr()).toContain('Reading blocks'), soon)
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130 })
  })
})

test('a process killed at any moment leaves a file that --resume completes', async () => {
  const file = join(folder, 'logs.csv')
  const whole = join(folder, 'whole.csv')
  expect((await logs('-o', whole)).code).toBe(0)
  node.faults.maxBlockRange = 20
  for (let round = 0; round < 4; round++) {
    const seen = node.calls.length
    const { child, ended } = startCommand(project, ['logs', '--rpc', served.url, '-o', file, '--resume'])
    let isOver = false
    void ended.then(() => (isOver = true))
    // The later rounds may have less left to read.
    await vi.waitFor(
      () => expect(isOver || node.calls.length > seen + 20 + 15 * round, 'is due to be killed').toBe(true),
      soon,
    )
    child.kill('SIGKILL')
    await ended
  }
  expect((await logs('-o', file, '--resume')).code).toBe(0)
  expect(await readFile(file, 'utf8')).toBe(await readFile(whole, 'utf8'))
})
