import { mkdirSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAbiItem, type Client } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { declaredColumns } from '../../src/logs/export/declaredColumns.ts'
import type { LogQuery } from '../../src/logs/filter/LogQuery.ts'
import { parseLogQuery } from '../../src/logs/filter/parseLogQuery.ts'
import { queryToResume, writeLogs, type WriteLogsOptions } from '../../src/node/writeLogs.ts'
import { xone } from '../../src/rpc/networks/xone.ts'
import { clientOf } from '../support/clientOf.ts'
import { createFakeNode, type FakeNode } from '../support/fakeNode.ts'

const finality = 20
let folder: string
let node: FakeNode
let client: Client
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'topic0-write-'))
  node = createFakeNode({ blocks: 2_000, logsPerBlock: 2 })
  node.faults.maxBlockRange = 100
  client = clientOf(node, { finality })
})
afterEach(() => rm(folder, { recursive: true }))

/** Aborts a write once it has written some logs. */
async function interrupt(query: LogQuery, file: string, options: WriteLogsOptions = {}) {
  const controller = new AbortController()
  let written = 0
  const onProgress: WriteLogsOptions['onProgress'] = (progress) => {
    written = progress.written
    if (written > 0) controller.abort(new Error('enough'))
  }
  const { signal } = controller
  await expect(writeLogs(client, query, file, { ...options, signal, onProgress })).rejects.toThrow('enough')
  return written
}

async function linesOf(file: string) {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  return lines.map((line) => {
    const { blockNumber, logIndex } = JSON.parse(line) as { blockNumber: number | string; logIndex: number }
    return `${blockNumber} ${logIndex}`
  })
}

const truth = () => node.chain.logs({}, 0n, 1_999n).map((log) => `${log.blockNumber} ${log.logIndex}`)

describe('blocks that the chain does not have yet', () => {
  test('leave the file unfinished, and are written by resume', async () => {
    const file = join(folder, 'logs.ndjson')
    const query = { fromBlock: 0n, toBlock: 2_009n }
    const { path, coverage } = await writeLogs(client, query, file)
    expect(coverage.pending).toEqual([{ from: 2_000n, to: 2_009n }])
    expect(path).toBe(`${file}.part`)
    node.chain.mine(20)
    expect((await writeLogs(client, query, file, { resume: true })).path).toBe(file)
    expect(await linesOf(file)).toEqual(
      node.chain.logs({}, 0n, 2_009n).map((log) => `${log.blockNumber} ${log.logIndex}`),
    )
  })

  test('are not missing where a limit is reached, or only final blocks are wanted', async () => {
    const query = { fromBlock: 0n, toBlock: 2_009n }
    const file = join(folder, 'logs.ndjson')
    expect((await writeLogs(client, { ...query, limit: 10 }, file)).path).toBe(file)
    expect((await writeLogs(client, query, file, { finalOnly: true })).path).toBe(file)
  })
})

describe('resume', () => {
  test('with a limit, writes as many logs as one call would', async () => {
    const file = join(folder, 'logs.ndjson')
    const query = { fromBlock: 0n, limit: 1_501 }
    const written = await interrupt(query, file)
    expect(written).toBeLessThan(1_501)
    const result = await writeLogs(client, query, file, { resume: true })
    expect(result.written).toBe(1_501)
    expect(await linesOf(file)).toEqual(truth().slice(0, 1_501))
  })

  test('completes a file that lacked nothing but its name', async () => {
    const file = join(folder, 'logs.ndjson')
    const query = { fromBlock: 0n, toBlock: 1_499n }
    const onProgress = () => void mkdirSync(file, { recursive: true })
    await expect(writeLogs(client, query, file, { onProgress })).rejects.toThrow('EISDIR')
    await rm(file, { recursive: true })
    const result = await writeLogs(client, query, file, { resume: true })
    expect(result.path).toBe(file)
    expect(await linesOf(file)).toEqual(truth().slice(0, result.written))
    expect(result.written).toBe(node.chain.logs({}, 0n, 1_499n).length)
  })

  test('an estimate of it counts only what is left', async () => {
    const file = join(folder, 'logs.ndjson')
    const query = parseLogQuery({ fromBlock: 0n })
    expect(await queryToResume(client, query, file, {})).toBe(query)
    await interrupt({ fromBlock: 0n }, file)
    const { next } = JSON.parse(await readFile(`${file}.part.json`, 'utf8')) as { next: string }
    const { range } = await queryToResume(client, query, file, {})
    expect(range).toMatchObject({ fromBlock: BigInt(next) })
    await expect(queryToResume(client, query, file, { columns: ['data'] })).rejects.toThrow(
      'written for another query',
    )
    const parquet = { format: 'parquet' } as const
    expect(await queryToResume(client, query, file, parquet)).toBe(query)
  })

  test('refuses a part that another event has decoded: other logs fit it', async () => {
    const file = join(folder, 'logs.ndjson')
    const own = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 id)')
    const other = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 indexed id)')
    const query = { fromBlock: 0n, toBlock: 2_009n }
    expect((await writeLogs(client, { ...query, event: own }, file)).path).toBe(`${file}.part`)
    await expect(writeLogs(client, { ...query, event: other }, file, { resume: true })).rejects.toMatchObject(
      {
        issues: [{ path: 'resume' }],
      },
    )
  })

  test.each([
    ['another network', 1],
    ['a chain that started again with the same id', xone.id],
  ])('refuses a part with the logs of %s', async (_, id) => {
    const file = join(folder, 'logs.ndjson')
    const query = { fromBlock: 0n, toBlock: 1_899n }
    await interrupt(query, file)
    const part = await readFile(`${file}.part`, 'utf8')
    const node = createFakeNode({ blocks: 2_000, logsPerBlock: 2, chainId: id, seed: 99 })
    const other = clientOf(node, { finality }, {}, { ...xone, id })
    await expect(writeLogs(other, query, file, { resume: true })).rejects.toMatchObject({
      name: 'InvalidQueryError',
      issues: [{ path: 'resume' }],
    })
    await expect(queryToResume(other, parseLogQuery(query), file, {})).rejects.toThrow(
      /(?:another query,|of another) chain/,
    )
    expect(await readFile(`${file}.part`, 'utf8')).toBe(part)
  })

  describe.each([
    ['without a finalized tag', undefined, 1],
    ['with one', 20, 0],
  ])('of blocks without logs, %s', (_, finalized, calls) => {
    const query = { address: `0x${'12'.repeat(20)}`, fromBlock: 0n, toBlock: 2_009n } as const
    let file: string
    const connect = (to = node) => (client = clientOf(to, { finality }))
    beforeEach(async () => {
      file = join(folder, 'logs.ndjson')
      node = createFakeNode({ blocks: 2_000, logsPerBlock: 2, finalized })
      expect((await writeLogs(connect(), query, file)).path).toBe(`${file}.part`)
    })

    test('takes a call at most to know the chain later', async () => {
      const headers = node.callsOf('eth_getBlockByNumber').filter(({ params }) => Number(params[0]) === 1_979)
      expect(headers).toHaveLength(calls)
      node.chain.mine(20)
      expect((await writeLogs(connect(), query, file, { resume: true })).path).toBe(file)
    })

    test('is refused once they were replaced', async () => {
      node.chain.reorg(500)
      node.chain.mine(20)
      await expect(writeLogs(connect(), query, file, { resume: true })).rejects.toThrow(
        'has logs of another chain than the node',
      )
      await expect(queryToResume(client, parseLogQuery(query), file, {})).rejects.toThrow('of another chain')
    })

    test('is recognized by any endpoint that has the blocks', async () => {
      const other = createFakeNode({ blocks: 2_000, logsPerBlock: 2, finalized, endpoints: 2 })
      other.endpoints[0]!.faults = { lag: 500 }
      other.chain.mine(20)
      await expect(queryToResume(connect(other), parseLogQuery(query), file, {})).resolves.toBeDefined()
      other.chain.reorg(500)
      await expect(queryToResume(connect(other), parseLogQuery(query), file, {})).rejects.toThrow(
        'of another chain',
      )
    })

    test('is known later although an endpoint is behind', async () => {
      const other = createFakeNode({ blocks: 2_000, logsPerBlock: 2, finalized, endpoints: 2 })
      // The endpoint that is asked for the block, 1979.
      const fetch: typeof node.fetch = async (input, init) => {
        const isFirst = other.endpoints.every(({ faults }) => faults.lag === undefined)
        if (isFirst && /"0x7bb",false/.test(init?.body as string))
          other.endpoints[other.urls.indexOf(input as string)]!.faults = { lag: 500 }
        return other.fetch(input, init)
      }
      const behind = join(folder, 'behind.ndjson')
      expect((await writeLogs(clientOf({ urls: other.urls, fetch }, { finality }), query, behind)).path).toBe(
        `${behind}.part`,
      )
      const state = JSON.parse(await readFile(`${behind}.part.json`, 'utf8')) as object
      expect(state).toHaveProperty('checkpoint')
    })

    test('is refused by a chain that is shorter', async () => {
      const other = createFakeNode({ blocks: 100, logsPerBlock: 2, seed: 99 })
      await expect(writeLogs(connect(other), query, file, { resume: true })).rejects.toMatchObject({
        name: 'NodeError',
        kind: 'beyond-head',
        shortMessage: `No endpoint has block 1979, which was final when ${file}.part was written.`,
      })
    })
  })

  test('continues a part of an earlier version, which has only the block of its last log', async () => {
    const file = join(folder, 'logs.ndjson')
    await interrupt({ fromBlock: 0n }, file)
    const state = JSON.parse(await readFile(`${file}.part.json`, 'utf8')) as object
    expect(state).toHaveProperty('checkpoint')
    await writeFile(`${file}.part.json`, JSON.stringify({ ...state, checkpoint: undefined }))
    await writeLogs(client, { fromBlock: 0n }, file, { resume: true })
    expect(await linesOf(file)).toEqual(truth())
  })

  test('refuses a part whose last log was replaced, above the final block that was known', async () => {
    const file = join(folder, 'logs.ndjson')
    const query = { fromBlock: 0n, toBlock: 2_009n }
    await writeLogs(client, query, file)
    const state = JSON.parse(await readFile(`${file}.part.json`, 'utf8')) as object
    const hash = node.chain.logs({}, 100n, 100n)[0]!.blockHash
    await writeFile(`${file}.part.json`, JSON.stringify({ ...state, checkpoint: { block: '100', hash } }))
    node.chain.reorg(500)
    client = clientOf(node, { finality })
    await expect(writeLogs(client, query, file, { resume: true })).rejects.toThrow('of another chain')
  })

  test('knows the chain although the newest blocks were replaced while it was read', async () => {
    const file = join(folder, 'logs.ndjson')
    node.faults.maxBlockRange = 10
    let reachFinal!: () => void
    const isFinalRead = new Promise<void>((resolve) => (reachFinal = resolve))
    let isReplaced = false
    const fetch: typeof node.fetch = async (input, init) => {
      // Blocks from 1984 on, of which none is final.
      if (/"fromBlock":"0x7c/.test(init?.body as string) && !isReplaced) {
        await isFinalRead
        if (!isReplaced) node.chain.reorg(5)
        isReplaced = true
      }
      return node.fetch(input, init)
    }
    // With single calls, the last block is read before its logs, and after them.
    client = clientOf({ urls: node.urls, fetch }, { finality }, { batchSize: 1 })
    await writeLogs(client, { fromBlock: 1_900n, toBlock: 2_009n }, file, {
      onProgress: ({ next }) => next === 1_980n && reachFinal(),
    })
    expect(isReplaced).toBe(true)
    const state = JSON.parse(await readFile(`${file}.part.json`, 'utf8')) as object
    expect(state).toMatchObject({ next: '1980', checkpoint: { block: '1979' } })
  })

  test('refuses a part with other content, and leaves it as it is', async () => {
    const file = join(folder, 'logs.ndjson')
    await interrupt({ fromBlock: 0n }, file)
    const part = await readFile(`${file}.part`, 'utf8')
    const columns = declaredColumns([], { format: 'ndjson', content: 'decoded' }).map(({ name }) => name)
    for (const [limit, other] of [
      [undefined, { content: 'raw' }],
      [undefined, { columns }],
      [1, {}],
    ] as const)
      await expect(
        writeLogs(client, { fromBlock: 0n, limit }, file, { ...other, resume: true }),
      ).rejects.toMatchObject({ name: 'InvalidQueryError', issues: [{ path: 'resume' }] })
    expect(await readFile(`${file}.part`, 'utf8')).toBe(part)
    const result = await writeLogs(client, { fromBlock: 0n }, file, { resume: true })
    expect(result.written).toBe(truth().length)
    expect(await linesOf(file)).toEqual(truth())
  })
})

test.each<[name: string, options: WriteLogsOptions, query: LogQuery]>([
  ['starts over with another query', {}, { fromBlock: 100n, toBlock: 900n }],
  ['continues the same one', { resume: true }, { fromBlock: 0n }],
])('a second process that %s gets the file, and the first one stops', async (_, options, query) => {
  const file = join(folder, 'logs.ndjson')
  let release!: () => void
  const released = new Promise<void>((resolve) => (release = resolve))
  const fetch: typeof node.fetch = async (input, init) => {
    // Blocks from 0x640 on.
    if (/"fromBlock":"0x[67]/.test(init?.body as string)) await released
    return node.fetch(input, init)
  }
  const slow = clientOf({ urls: node.urls, fetch }, { finality })
  let first!: Promise<unknown>
  await new Promise<void>((resolve) => {
    first = writeLogs(slow, { fromBlock: 0n }, file, {
      onProgress: ({ written }) => written > 0 && resolve(),
    })
  })
  const stopped = first.catch((error: Error) => error.message)
  const second = await writeLogs(client, query, file, options)
  release()
  expect(await stopped).toMatch(/logs\.ndjson is written by another command/)
  const { fromBlock, toBlock = 1_999n } = query as { fromBlock: bigint; toBlock?: bigint }
  const logs = node.chain.logs({}, fromBlock, toBlock)
  expect(await linesOf(file)).toEqual(logs.map((log) => `${log.blockNumber} ${log.logIndex}`))
  expect(second.written).toBe(logs.length)
  expect(await readdir(folder)).toEqual(['logs.ndjson'])
})

test('progress counts down from the newest block in descending order', async () => {
  const seen: (bigint | undefined)[] = []
  const query = { fromBlock: 1_500n, toBlock: 1_899n, order: 'desc' } as const
  let lowest: number | undefined
  const target = {
    write(bytes: Uint8Array) {
      const last = new TextDecoder().decode(bytes).trimEnd().split('\n').at(-1)!
      lowest = Number((JSON.parse(last) as { blockNumber: string }).blockNumber)
    },
  }
  const onProgress: WriteLogsOptions['onProgress'] = ({ next }) => {
    seen.push(next)
    // All logs after it are written.
    if (lowest !== undefined) expect(Number(next)).toBeLessThan(lowest)
  }
  await writeLogs(client, query, target, { onProgress })
  expect(seen[0]).toBe(1_899n)
  expect(seen.at(-1)).toBe(1_499n)
})

describe('finalOnly', () => {
  test.each<[string, LogQuery]>([
    ['newest first', { order: 'desc' }],
    ['a block hash', { blockHash: `0x${'12'.repeat(32)}` }],
  ])('is refused for %s, before any request', async (_, query) => {
    const target = { write: () => undefined }
    await expect(writeLogs(client, query, target, { finalOnly: true })).rejects.toMatchObject({
      name: 'InvalidQueryError',
      issues: [{ path: 'finalOnly' }],
    })
    expect(node.calls).toEqual([])
  })
})
