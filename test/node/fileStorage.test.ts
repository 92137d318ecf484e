import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, statfsSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { bundle } from '../../bench/bundle.mjs'
import { packLogs } from '../../src/logs/columns/packLogs.ts'
import { fileBudget } from '../../src/node/fileBudget.ts'
import { fileStorage } from '../../src/node/fileStorage.ts'
import { DailyBudget } from '../../src/rpc/DailyBudget.ts'
import { checkFoldStorage } from '../support/checkFoldStorage.ts'
import { startFakeNode } from '../support/startFakeNode.ts'

let script: string
let folder: string
beforeAll(async () => {
  script = await bundle('../test/support/storageProcess.ts')
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'topic0-storage-'))
})
afterEach(() => rm(folder, { recursive: true }))

const network = { id: 3721, name: 'Xone' }
const emptyLog = {
  address: `0x${'0'.repeat(40)}`,
  topics: [],
  data: '0x',
  blockNumber: 0n,
  blockHash: `0x${'1'.repeat(64)}`,
  transactionHash: `0x${'2'.repeat(64)}`,
  transactionIndex: 0,
  logIndex: 0,
  removed: false,
} as const

/** Runs the process; kills it once it has printed this many lines. Resolves to the last line. */
function run(args: readonly string[], killAfter = Number.POSITIVE_INFINITY) {
  const child = spawn(process.execPath, [script, folder, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  let problem = ''
  child.stdout.on('data', (part: Buffer) => {
    printed += part.toString()
    if (printed.split('\n').length > killAfter) child.kill('SIGKILL')
  })
  child.stderr.on('data', (part: Buffer) => (problem += part.toString()))
  return new Promise<{ last: number; problem: string }>((resolve) => {
    child.once('close', () => resolve({ last: Number(printed.trimEnd().split('\n').at(-1)), problem }))
  })
}

test('a folder may have a dot in its name, and each way to write it is the same folder', async () => {
  const path = join(folder, 'topic0.cache', 'v1.2')
  const checkpoint = { number: 7n, hash: `0x${'7'.repeat(64)}`, timestamp: 70n } as const
  await fileStorage(path).writeCheckpoint(network.id, checkpoint)
  expect(await fileStorage(relative('.', path)).readCheckpoints(network.id)).toMatchObject([{ number: 7n }])
})

test('a file in place of the folder is an error that names it and the reason', async () => {
  const path = join(folder, 'taken')
  await writeFile(path, '')
  expect(() => fileStorage(path)).toThrow(/^Nothing can be stored in .*taken: EEXIST/)
})

/** A disk of 2 MB, or with other limits; `undefined` where disks cannot be mounted. */
async function mountDisk(limits = 'size=2m'): Promise<string | undefined> {
  const disk = await mkdtemp(join(tmpdir(), 'topic0-disk-'))
  onTestFinished(() => rm(disk, { recursive: true }))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', limits, 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  onTestFinished(() => void execFileSync('umount', ['-l', disk]))
  return disk
}
const bytesFree = (path: string) => {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}

test('a full disk ends neither the process nor reading', async ({ skip }) => {
  const disk = await mountDisk()
  if (disk === undefined) return skip()
  const notices: string[] = []
  const path = join(disk, 'cache')
  const storage = fileStorage(path, { onNotice: ({ kind }) => void notices.push(kind) })
  const budget = new DailyBudget({ network, storage: fileBudget(join(disk, 'budget')), channel: null })
  budget.spend(1)
  const filter = { address: undefined, topics: [] }
  const record = (at: bigint) => {
    const range = { from: at, to: at }
    const log = { ...emptyLog, blockNumber: at, data: `0x${'ab'.repeat(100_000)}` } as const
    return { key: { chainId: network.id, filter, range }, segment: packLogs([log]), replaces: [] }
  }
  for (let at = 0n; at < 20n; at++) await storage.write([record(at)])
  expect(storage.getStatus().state).toBe('full')
  expect(notices).toEqual(['full'])
  const [first] = await storage.read([record(0n).key])
  expect(first?.length).toBe(1)
  await writeFile(join(disk, 'fill'), new Uint8Array(bytesFree(disk)))
  expect(() => budget.spend(1)).toThrow(/^Nothing can be stored in .*budget: its disk is full/)
  expect(() => fileStorage(join(disk, 'other'))).toThrow(
    /^Nothing can be stored in .*other: its disk is full/,
  )
})

test.for([3, 4])('a disk with room for bytes, but only %i files, is full', async (files, { skip }) => {
  const disk = await mountDisk(`size=4m,nr_inodes=${files}`)
  if (disk === undefined) return skip()
  const path = join(disk, 'cache')
  if (files === 4) return expect(fileStorage(path).getStatus().state).toBe('open')
  expect(() => fileStorage(path)).toThrow(/^Nothing can be stored in .*cache: its disk is full/)
  expect(readdirSync(path)).toEqual([])
})

test('a disk that fills while logs and calls are written ends neither the process nor reading', async ({
  skip,
}) => {
  const disk = await mountDisk()
  if (disk === undefined) return skip()
  const notices: string[] = []
  const storage = fileStorage(join(disk, 'cache'), { onNotice: ({ kind }) => void notices.push(kind) })
  const items = fileBudget(join(disk, 'budget'))
  const filter = { address: undefined, topics: [] }
  const record = (at: bigint, bytes: number) => {
    const log = { ...emptyLog, blockNumber: at, data: `0x${'ab'.repeat(bytes)}` } as const
    return {
      key: { chainId: network.id, filter, range: { from: at, to: at } },
      segment: packLogs([log]),
      replaces: [],
    }
  }
  await storage.write([record(0n, 100)])
  const fill = () => writeFileSync(join(disk, 'fill'), new Uint8Array(bytesFree(disk)))
  const next = record(1n, 100_000)
  const buffers = next.segment.toBuffers()
  // Another program fills the disk after the check.
  const toBuffers = () => {
    fill()
    return buffers
  }
  await storage.write([
    { ...next, segment: Object.defineProperty(next.segment, 'toBuffers', { value: toBuffers }) },
  ])
  expect(storage.getStatus().state).toBe('full')
  expect(notices).toEqual(['full'])
  await rm(join(disk, 'fill'))
  expect(() =>
    items.transaction!(() => {
      fill()
      items.setItem('topic0.calls', 'x'.repeat(10_000))
    }),
  ).toThrow(/^Nothing can be stored in .*budget: its disk is full/)
  const [first] = await storage.read([record(0n, 100).key])
  expect(first?.length).toBe(1)
  await rm(join(disk, 'fill'))
  await storage.write([record(2n, 100)])
  expect(await storage.list(network.id)).toHaveLength(2)
  expect(storage.getStatus()).toEqual({ state: 'open', notice: undefined })
})

test('a process killed at any moment loses no record reported as stored', async () => {
  let next = 0
  for (const lines of [5, 1, 12, 3]) {
    const { last } = await run(['records', `${next}`], lines)
    expect(last).toBeGreaterThanOrEqual(next + lines - 1)
    next = last + 1
  }
  const storage = fileStorage(folder)
  const keys = (await storage.list(network.id)).filter(({ range }) => range.to < BigInt(next))
  expect(keys.map(({ range }) => Number(range.from)).sort((a, b) => a - b)).toEqual(
    Array.from({ length: next }, (_, at) => at),
  )
  const segments = await storage.read(keys)
  expect(segments.map((segment) => segment?.length)).toEqual(keys.map(() => 4))
  const [checkpoint] = (await storage.readCheckpoints(network.id)).slice(-1)
  expect(checkpoint?.number).toBeGreaterThanOrEqual(BigInt(next - 1))
  await storage.clear(network.id)
  expect(await storage.list(network.id)).toEqual([])
  expect(storage.getStatus().state).toBe('open')
})

test('keeps the states of folds, in several processes', async () => {
  expect.hasAssertions()
  await checkFoldStorage(() => fileStorage(folder, { maxBytes: 80_000 }))
})

test('the least recently used records are deleted first', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { chain } = startFakeNode({ blocks: 10, logsPerBlock: 20 })
  const storage = fileStorage(folder, { maxBytes: 10_000 })
  const keyOf = (block: bigint) => ({
    chainId: network.id,
    filter: { address: undefined, topics: [] },
    range: { from: block, to: block },
  })
  const write = (block: bigint) => {
    vi.setSystemTime(Date.now() + 7_200_000)
    return storage.write([
      { key: keyOf(block), segment: packLogs(chain.logs({}, block, block)), replaces: [] },
    ])
  }
  const stored = async () => (await storage.list(network.id)).map(({ range }) => Number(range.from))
  await write(1n)
  await write(2n)
  expect(await stored()).toEqual([1, 2])
  vi.setSystemTime(Date.now() + 7_200_000)
  await storage.read([keyOf(1n)])
  for (let block = 3n; (await stored()).includes(2); block++) await write(block)
  expect(await stored()).toContain(1)
})

test('a killed process has counted every call that it sent', async () => {
  let counted = 0
  for (const lines of [3, 20, 1]) {
    const { last } = await run(['calls'], lines)
    counted += last
    const budget = new DailyBudget({ network, storage: fileBudget(folder), channel: null })
    // The call that was counted when it was killed may not have been printed.
    expect(budget.getStatus().used - counted).toBeLessThanOrEqual(1)
    expect(budget.getStatus().used).toBeGreaterThanOrEqual(counted)
    counted = budget.getStatus().used
  }
})

test('two processes at once share one quota, to the call', async () => {
  const ran = await Promise.all([run(['quota', '400']), run(['quota', '400'])])
  expect(ran.map(({ problem }) => problem)).toEqual(['QuotaExceededError', 'QuotaExceededError'])
  const budget = new DailyBudget({ network, quota: 400, storage: fileBudget(folder), channel: null })
  expect(budget.getStatus()).toMatchObject({ used: 400, remaining: 0 })
  expect(ran.reduce((sum, { last }) => sum + (Number.isNaN(last) ? 0 : last), 0)).toBe(400)
  expect(() => budget.spend(1)).toThrow('Today')
})
