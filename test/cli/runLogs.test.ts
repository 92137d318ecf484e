import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { parseLogsOptions, type LogsOptions } from '../../src/cli/options/parseLogsOptions.ts'
import { codeOf } from '../../src/cli/outcome.ts'
import { canResume, runLogs } from '../../src/cli/runLogs.ts'
import { buildArchive } from '../../src/node/archive/buildArchive.ts'
import { clientOf } from '../support/clientOf.ts'
import { createFakeNode, type FakeNode } from '../support/fakeNode.ts'
import { serveNode } from '../support/serveNode.ts'
import { toRpcLog } from '../support/toRpcLog.ts'

/** Runs `topic0 logs` into a file, over a node with blocks 0 to 99 whose final ones end at 80. */
const run = (...args: string[]) => runOn(createNode(), args)

const createNode = () => createFakeNode({ blocks: 100, logsPerBlock: 1, finalized: 19 })

async function runOn(
  node: FakeNode,
  args: readonly string[],
  onText: (text: string) => void = () => {},
  before: readonly string[] = [],
) {
  const folder = await mkdtemp(join(tmpdir(), 'topic0-run-'))
  const served = await serveNode(node)
  const stderr: string[] = []
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    onText(String(text))
    return stderr.push(String(text)) > 0
  })
  onTestFinished(async () => {
    spy.mockRestore()
    served.close()
    await rm(folder, { recursive: true })
  })
  const file = join(folder, 'logs.ndjson')
  const options = parseLogsOptions([
    ...before.flatMap((url) => ['--rpc', url]),
    '--rpc',
    served.url,
    '-o',
    file,
    ...args,
  ]) as LogsOptions
  const code = await runLogs(options, new AbortController().signal)
  return { code, stderr: stderr.join(''), files: await readdir(folder) }
}

test.each([
  [
    'finalized',
    '90',
    'There is nothing to read yet: finalized is still before block 90, and the newest block is 99.',
  ],
  [
    'latest-50',
    '90',
    'There is nothing to read yet: latest-50 is still before block 90, and the newest block is 99.',
  ],
  ['finalized', '100', 'Block 100 does not exist yet: the newest block is 99.'],
  ['latest', '100', 'Block 100 does not exist yet: the newest block is 99.'],
  ['100', '99', 'Block 100 does not exist yet: the newest block is 99.'],
  ['120', '110', 'Blocks 110 to 120 do not exist yet: the newest block is 99.'],
])('a range up to %s from block %s is not complete', async (to, from, message) => {
  const { code, stderr, files } = await run('--from', from, '--to', to)
  expect(stderr).toContain(`${message}\nTo continue, repeat the command with --resume.\n`)
  expect(code).toBe(2)
  expect(files.filter((name) => !name.endsWith('.json'))).toEqual(['logs.ndjson.part'])
})

test('a day in the future has no block yet', async () => {
  const error: unknown = await run('--from', '2999-01-01').catch((reason: unknown) => reason)
  expect(error).toMatchObject({ message: '--from: there is no block at or after this time yet.' })
  expect(codeOf(error)).toBe(2)
})

test('says so if the node sends logs that are left out', async () => {
  const node = createNode()
  node.faults.respond = ({ method, params }) => {
    if (method !== 'eth_getLogs') return undefined
    const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
    const logs = node.chain.logs({}, BigInt(fromBlock), BigInt(toBlock)).map(toRpcLog)
    return { result: logs.map((log, at) => ({ ...log, removed: at === 0 })) }
  }
  const { code, stderr } = await runOn(node, ['--to', '50'])
  expect(stderr).toMatch(
    /\d sent [12] logs? that were malformed, repeated or not requested\. They are left out/,
  )
  expect(code).toBe(0)
})

test('reports when no node answers, and continues when one does', async () => {
  const node = createNode()
  let isOld = true
  node.faults.respond = ({ method }) => {
    if (method !== 'eth_getLogs' || !isOld) return undefined
    node.faults.down = 'html-503'
    return { error: { code: -32603, message: 'shutting down' } }
  }
  const onText = (text: string) => {
    if (!text.includes('Trying again.')) return
    isOld = false
    node.faults.down = undefined
  }
  const { code, stderr } = await runOn(node, ['--to', '50'], onText)
  expect(stderr.match(/^\S+ could not answer eth_getLogs at the moment\. Trying again\.$/gm)).toHaveLength(1)
  expect(stderr).toMatch(/^51 logs in /m)
  expect(code).toBe(0)
})

test('a range that has been reached is complete', async () => {
  const { code, stderr, files } = await run('--from', '70', '--to', 'finalized')
  expect(stderr).toMatch(/^11 logs in .*logs\.ndjson/m)
  expect(code).toBe(0)
  expect(files).toEqual(['logs.ndjson'])
})

test('--follow says how to continue after blocks that could not be read', async () => {
  const node = createNode()
  node.faults.respond = ({ method, params }) => {
    if (method !== 'eth_getLogs') return undefined
    const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
    const hasBad = Number(fromBlock) <= 40 && Number(toBlock) >= 40
    return hasBad ? { error: { code: -32603, message: 'missing trie node' } } : undefined
  }
  const { code, stderr } = await runOn(node, ['--follow', '--from', '0'])
  expect(stderr).toMatch(/^ {2}\d+ to \d+: .+ Details: missing trie node$/m)
  const [, first] = /^ {2}(\d+) to \d+: /m.exec(stderr) ?? []
  expect(stderr).toContain(
    `drop the lines from block ${first} on, and repeat the command with --from ${first} and`,
  )
  expect(code).toBe(2)
})

describe('the calls that find out the network', () => {
  test('are in the printed count', async () => {
    const node = createNode()
    const { stderr } = await runOn(node, ['--to', '50'])
    expect(stderr).toContain(` · ${node.calls.length} calls · `)
  })

  test.each(['--max-calls', '--quota'])('count for %s', async (flag) => {
    const node = createNode()
    node.faults.maxBlockRange = 10
    const { code } = await runOn(node, [flag, '4'])
    expect(code).toBe(3)
    expect(node.calls).toHaveLength(4)
  })

  test('are no more than --max-calls, of any number of endpoints', async () => {
    const node = createNode()
    const other = await serveNode(node)
    onTestFinished(other.close)
    const error: unknown = await runOn(node, ['--rpc', other.url, '--max-calls', '1']).catch(
      (reason: unknown) => reason,
    )
    expect(codeOf(error)).toBe(3)
    expect(node.calls).toHaveLength(1)
  })
})

test('an endpoint that does not answer is not waited for, also when it is named first', async () => {
  let requests = 0
  const hanging = createServer(() => requests++).listen(0, '127.0.0.1')
  await once(hanging, 'listening')
  onTestFinished(() => hanging.close().closeAllConnections())
  const { port } = hanging.address() as AddressInfo
  const { code, stderr } = await runOn(createNode(), ['--to', '50'], undefined, [`http://127.0.0.1:${port}`])
  expect(stderr).toContain(`Waiting for 127.0.0.1:${port}.\n`)
  expect(code).toBe(0)
  // Its chain id. The pool begins with the endpoint that has answered.
  expect(requests).toBe(1)
})

test('on a full disk, --resume is advised only for a file that it continues', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'topic0-full-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const at = (name: string) => ({ output: join(folder, name), format: undefined })
  await writeFile(join(folder, 'a.csv.part.json'), '{}')
  await writeFile(join(folder, 'a.parquet.part.json'), '{}')
  expect(canResume(at('a.csv'))).toBe(true)
  expect(canResume(at('a.parquet'))).toBe(false)
  expect(canResume(at('pipe'))).toBe(false)
  expect(canResume({ output: undefined, format: undefined })).toBe(false)
})

test('says where to continue when calls are used up and there is no file', async () => {
  const node = createNode()
  node.faults.maxBlockRange = 10
  // It has no logs: standard output is that of the tests.
  const address = `0x${'12'.repeat(20)}`
  const { code, stderr } = await runOn(node, ['-o', '-', '--address', address, '--max-calls', '6'])
  const [, first] = /^ {2}(\d+) to \d+: /m.exec(stderr) ?? []
  expect(stderr).toContain(
    `All logs before block ${first} are written. To continue, drop later lines, and repeat the command with --from ${first}.\n`,
  )
  expect(code).toBe(3)
})

test('a damaged archive is named by its folder', async () => {
  const node = createNode()
  const folder = await mkdtemp(join(tmpdir(), 'topic0-damaged-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await buildArchive(clientOf(node), folder, { toBlock: 50n })
  await writeFile(join(folder, 'manifest.json'), '{}')
  const { code, stderr } = await runOn(node, ['--to', '50', '--archive', folder])
  expect(stderr).toContain(`The archive at ${folder} `)
  expect(stderr).toContain('Nodes were read instead, where needed.')
  expect(code).toBe(0)
})
