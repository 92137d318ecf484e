import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getArchive } from '../../../src/logs/archive/Archive.ts'
import { ArchiveCatalog } from '../../../src/logs/archive/ArchiveCatalog.ts'
import { ArchiveHost } from '../../../src/logs/archive/ArchiveHost.ts'
import type { ArchiveManifest } from '../../../src/logs/archive/ArchiveManifest.ts'
import { RangeFile } from '../../../src/logs/archive/RangeFile.ts'
import { logId } from '../../../src/logs/order.ts'
import { estimateScan } from '../../../src/logs/scan/estimate/estimateScan.ts'
import { scan } from '../../../src/logs/scan/scan.ts'
import { verifyArchive } from '../../../src/node/archive/verifyArchive.ts'
import { getPool } from '../../../src/rpc/pool/getPool.ts'
import { clientOf } from '../../support/clientOf.ts'
import { createFakeNode, type FakeNode } from '../../support/fakeNode.ts'
import { archiveFinality, openArchive, type OpenArchive } from '../../support/openArchive.ts'
import { readAll } from '../../support/readAll.ts'

let node: FakeNode
let archive: OpenArchive
beforeEach(async () => {
  node = createFakeNode({ seed: 11, blocks: 120, logsPerBlock: 3 })
  archive = await openArchive(node, { toBlock: 40n, logsPerFile: 100 })
  await archive.build({ logsPerFile: 100 })
  node.clearCalls()
})
afterEach(() => archive.close())

/** Reads everything, and expects every log of the chain. */
async function readEverything(client: Client = archive.client()) {
  const query = { address: node.chain.contracts[1]!, fromBlock: 0n }
  const { logs, coverage, snapshot } = await readAll(client, query)
  expect(coverage.failed).toEqual([])
  expect(snapshot.isComplete).toBe(true)
  expect(logs.map(logId)).toEqual(node.chain.logs({ address: query.address }).map(logId))
  return { archived: coverage.archived ?? [], status: getArchive(getPool(client))!.getStatus() }
}

/** Replaces fields of the manifest that the server sends. */
function changeManifest(change: (manifest: ArchiveManifest) => unknown) {
  archive.fault = (path, { body }) =>
    path === 'manifest.json'
      ? { body: JSON.stringify(change(JSON.parse(body.toString()) as ArchiveManifest)) }
      : undefined
}

const otherHash = `0x${'ab'.repeat(32)}` as const
const changeFile = (at: number, change: object) => (manifest: ArchiveManifest) => ({
  ...manifest,
  files: manifest.files.map((file, index) => (index === at ? { ...file, ...change } : file)),
})

test('without a fault, archived blocks take no eth_getLogs, and are marked', async () => {
  const { archived, status } = await readEverything()
  expect(archived).toEqual([{ from: 0n, to: 107n }])
  expect(status).toMatchObject({ state: 'ok', covered: [{ from: 0n, to: 107n }], error: undefined })
  const lowest = node
    .callsOf('eth_getLogs')
    .map(({ params }) => BigInt((params as [{ fromBlock: string }])[0].fromBlock))
  expect(lowest.every((from) => from > 107n)).toBe(true)
  // One call for block 0, and one for the newest file: it continues the one before.
  expect(node.callsOf('eth_getBlockByNumber').filter(({ params }) => params[0] !== 'finalized')).toHaveLength(
    2,
  )
})

test('again, archived blocks come from memory', async () => {
  const client = archive.client()
  await readEverything(client)
  archive.requests.length = 0
  expect((await readEverything(client)).archived).toEqual([{ from: 0n, to: 107n }])
  expect(archive.requests).toEqual([])
})

describe('nodes have all blocks of', () => {
  const faults: Record<string, [() => void, RegExp]> = {
    'a manifest that is missing': [() => (archive.fault = () => ({ status: 404, body: '' })), /HTTP 404/],
    'a manifest on another host': [
      () =>
        (archive.fault = () => ({
          status: 302,
          headers: { location: 'http://internal.example/manifest.json' },
          body: '',
        })),
      /redirects to internal\.example, and redirects are not followed/,
    ],
    'files on another host': [
      () =>
        (archive.fault = (path) =>
          path.startsWith('logs/')
            ? { status: 307, headers: { location: `http://internal.example/${path}` }, body: '' }
            : undefined),
      /redirects to internal\.example/,
    ],
    'a manifest that is not JSON': [() => (archive.fault = () => ({ body: '<html>' })), /not JSON/],
    'a manifest of another format': [() => changeManifest(() => [1]), /another format/],
    'an unknown version': [() => changeManifest((manifest) => ({ ...manifest, version: 2 })), /version 2/],
    'another chain id': [() => changeManifest((manifest) => ({ ...manifest, chainId: 5 })), /chain 5/],
    'another genesis': [
      () => changeManifest((manifest) => ({ ...manifest, genesisHash: otherHash })),
      /another chain: its block 0/,
    ],
    'huge numbers': [
      () => changeManifest((manifest) => ({ ...manifest, covered: [[0, 1e300]] })),
      /covered blocks are malformed/,
    ],
    'more covered intervals than an archive can have': [
      () =>
        changeManifest((manifest) => ({
          ...manifest,
          covered: [
            ...manifest.covered,
            ...Array.from({ length: 20_000 }, (_, k) => [1e6 + 2 * k, 1e6 + 2 * k]),
          ],
        })),
      /covered blocks are malformed/,
    ],
    'more rows than a file can have': [() => changeManifest(changeFile(0, { rows: 2 ** 40 })), /malformed/],
    'more rows than bytes': [() => changeManifest(changeFile(0, { rows: 1_000_001 })), /malformed/],
    'an absolute path': [() => changeManifest(changeFile(0, { path: '/etc/passwd' })), /files are malformed/],
    'a path to another host': [
      () => changeManifest(changeFile(0, { path: '//example.org/a.parquet' })),
      /files are malformed/,
    ],
    'a path that leaves the folder': [
      () => changeManifest(changeFile(0, { path: 'logs/../../a.parquet' })),
      /files are malformed/,
    ],
    'overlapping files': [() => changeManifest(changeFile(1, { fromBlock: 3 })), /overlap/],
    'keys with another hash': [
      () =>
        changeManifest((manifest) => ({ ...manifest, keys: { ...manifest.keys, sha256: '0'.repeat(64) } })),
      /another hash/,
    ],
    'keys that leave out rows': [() => changeManifest(changeFile(0, { rows: 1 })), /damaged keys/],
    'a server that ignores ranges': [
      () =>
        (archive.fault = (path) =>
          path.startsWith('logs/')
            ? { status: 200, headers: {}, body: readFileSync(join(archive.folder, path)) }
            : undefined),
      /range request with a whole file/,
    ],
    'files that are gone, as after a change of the manifest': [
      () => (archive.fault = (path) => (path.startsWith('logs/') ? { status: 404, body: '' } : undefined)),
      /HTTP 404/,
    ],
    'truncated files': [
      () =>
        (archive.fault = (path, { body }) =>
          path.startsWith('logs/') ? { status: 206, headers: {}, body: body.subarray(0, 10) } : undefined),
      /another part/,
    ],
    'damaged files': [
      () =>
        (archive.fault = (path, { body }) =>
          path.startsWith('logs/')
            ? { status: 206, headers: {}, body: Buffer.alloc(body.length, 7) }
            : undefined),
      /another index/,
    ],
  }

  test.each(Object.entries(faults))('%s', async (_, [prepare, message]) => {
    prepare()
    const { archived, status } = await readEverything()
    expect(archived).toEqual([])
    expect(status.state).toBe('faulty')
    expect(status.error?.message).toMatch(message)
  })
})

describe('nodes have only the blocks of', () => {
  test('a file with another last hash', async () => {
    changeManifest(changeFile(0, { lastBlockHash: otherHash }))
    const { archived, status } = await readEverything()
    expect(archived).toEqual([{ from: 41n, to: 107n }])
    expect(status.error?.message).toMatch(/no node confirms/)
  })

  test('a gap in what is covered', async () => {
    changeManifest((manifest) => ({
      ...manifest,
      covered: [
        [0, 20],
        [60, 107],
      ],
    }))
    expect((await readEverything()).archived).toEqual([
      { from: 0n, to: 20n },
      { from: 60n, to: 107n },
    ])
  })

  test('blocks that are covered without a file', async () => {
    changeManifest((manifest) => ({ ...manifest, files: manifest.files.slice(1), covered: [[0, 107]] }))
    // The keys are of both files.
    expect((await readEverything()).archived).toEqual([])
  })

  test('a file whose pages are damaged', async () => {
    const first = (path: string) => path.startsWith('logs/0-')
    archive.fault = (path, { status, body }) => {
      if (!first(path)) return undefined
      const { indexStart } = manifestOf(archive).files[0]!
      const { range } = archive.requests.findLast((one) => one.path === path)!
      const from = Number(/\d+/.exec(range!)![0])
      return from >= indexStart
        ? undefined
        : { status, headers: {}, body: body.map((byte, at) => (at === 100 ? byte ^ 1 : byte)) }
    }
    const { archived, status } = await readEverything()
    expect(archived).toEqual([{ from: 41n, to: 107n }])
    expect(status.error?.message).toMatch(/other bytes/)
  })

  test('a file with the logs of another one', async () => {
    const { files } = manifestOf(archive)
    // Without hashes of pages, as other writers may leave them out.
    changeManifest(changeFile(0, { indexSha256: undefined }))
    const { fault: sendManifest } = archive
    // The same size and row count, but one address less: the keys no longer fit.
    const bytes = readFileSync(join(archive.folder, files[0]!.path))
    const address = Buffer.from(node.chain.contracts[1]!.slice(2), 'hex')
    const at = bytes.indexOf(address)
    expect(at).toBeGreaterThan(0)
    while (bytes.includes(address)) bytes[bytes.indexOf(address)]! ^= 1
    archive.fault = (path, usual) => {
      const { status } = usual
      if (path !== files[0]!.path || status !== 206) return sendManifest!(path, usual)
      const { range } = archive.requests.findLast((one) => one.path === path)!
      const [from, to] = range!.match(/\d+/g)!.map(Number) as [number, number]
      return { status, headers: {}, body: bytes.subarray(from, to + 1) }
    }
    const { archived, status } = await readEverything()
    expect(archived).toEqual([{ from: 41n, to: 107n }])
    expect(status.error?.message).toMatch(/other logs/)
  })
})

test('an estimate counts by the manifest and the keys alone', async () => {
  const query = { address: node.chain.contracts[1]!, fromBlock: 0n }
  const { counted, missingBlocks } = await estimateScan(archive.client(), query)
  const all = node.chain.logs({ address: query.address })
  const logs = all.filter(({ blockNumber }) => blockNumber <= 107n).length
  expect(logs).toBeGreaterThan(0)
  expect(counted).toEqual({ logs, blocks: 108n, isComplete: false })
  expect(missingBlocks).toBe(node.chain.head - 107n)
  expect(archive.requests.map(({ path }) => path)).toEqual(['manifest.json', manifestOf(archive).keys.path])
  // Conditions on other topics are not in the keys.
  const narrow = await estimateScan(archive.client(), { ...query, topics: [null, `0x${'1'.repeat(64)}`] })
  expect(narrow.counted).toEqual({ logs: 0, blocks: 0n, isComplete: false })
})

test('a pinned manifest is used as it was, and no other one', async () => {
  const text = readFileSync(join(archive.folder, 'manifest.json'))
  const sha256 = createHash('sha256').update(text).digest('hex')
  const pinned = await readEverything(archive.client({ sha256 }))
  expect(pinned.archived).toEqual([{ from: 0n, to: 107n }])
  const other = await readEverything(archive.client({ sha256: 'ab'.repeat(32) }))
  expect(other.archived).toEqual([])
  expect(other.status.error?.message).toMatch(/another manifest than the pinned one/)
})

test('an abort ends the scan while the archive is read', async () => {
  const controller = new AbortController()
  archive.fault = (path) => {
    if (path.startsWith('logs/')) controller.abort()
    return undefined
  }
  const query = { address: node.chain.contracts[1]!, fromBlock: 0n }
  await expect(readAll(archive.client(), query, { signal: controller.signal })).rejects.toThrow(/abort/i)
})

test('an abort ends the scan while the manifest does not arrive', async () => {
  archive.delay = (path) => (path === 'manifest.json' ? new Promise(() => {}) : undefined)
  const client = archive.client()
  const controller = new AbortController()
  const query = { address: node.chain.contracts[1]!, fromBlock: 0n }
  const events = scan(client, query, { signal: controller.signal })
  // The blocks are known, and the archive decides who reads them.
  expect((await events.next()).value).toMatchObject({ type: 'planned' })
  const next = events.next()
  controller.abort()
  await expect(next).rejects.toThrow(/abort/i)
  // The request goes on, for other scans: it did not have to fail first.
  expect(getArchive(getPool(client))!.getStatus().state).toBe('idle')
})

test('keys of an older manifest that arrive damaged do not displace the newer ones', async () => {
  const newer = manifestOf(archive)
  const older = { ...newer, keys: { ...newer.keys, path: 'index/keys-older.parquet' } }
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  archive.delay = (path) => (path === older.keys.path ? gate : undefined)
  const pool = getPool(archive.client())
  const listeners = { onRead: () => {}, onManifest: () => {}, onError: () => {} }
  const catalog = new ArchiveCatalog(pool, new ArchiveHost(archive.manifest), listeners)
  const damaged = catalog.readKeys(older, undefined)
  await catalog.readKeys(newer, undefined)
  open()
  await expect(damaged).rejects.toThrow(/HTTP 404/)
  await catalog.readKeys(newer, undefined)
  expect(archive.requests.filter(({ path }) => path === newer.keys.path)).toHaveLength(1)
})

test('pages are not read unchecked when their index cannot be read again', async () => {
  const [file] = manifestOf(archive).files
  const host = new ArchiveHost(archive.manifest)
  const source = new RangeFile(host, file!, undefined)
  archive.fault = (path) => (path === file!.path ? { status: 503, body: '' } : undefined)
  await expect(host.readIndex(file!)).rejects.toThrow(/HTTP 503/)
  const { indexStart } = file!
  // The index is gone, and pages of any content arrive.
  archive.fault = (path, { status, body }) => {
    if (path !== file!.path) return undefined
    const { range } = archive.requests.findLast((one) => one.path === path)!
    const isIndex = Number(/\d+/.exec(range!)![0]) >= indexStart
    return isIndex ? { status: 503, body: '' } : { status, headers: {}, body: body.fill(7) }
  }
  const read = source.slice(0, indexStart).then(({ byteLength }) => byteLength)
  await expect(read).rejects.toThrow(/HTTP 503/)
})

function manifestOf({ folder }: OpenArchive): ArchiveManifest {
  return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as ArchiveManifest
}

test('verifying names damaged files whose hashes match', async () => {
  const manifest = manifestOf(archive)
  const damage = <part extends { readonly path: string; readonly bytes: number }>(part: part): part => {
    const bytes = Buffer.alloc(part.bytes, 7)
    writeFileSync(join(archive.folder, part.path), bytes)
    return { ...part, sha256: createHash('sha256').update(bytes).digest('hex') }
  }
  const [first, ...others] = manifest.files
  const changed = { ...manifest, keys: damage(manifest.keys), files: [damage(first!), ...others] }
  writeFileSync(join(archive.folder, 'manifest.json'), JSON.stringify(changed))
  const { problems } = await verifyArchive(archive.folder)
  expect(problems).toEqual([
    expect.stringMatching(/has damaged keys\.$/),
    expect.stringMatching(/has a damaged file, logs\/0-.*\.parquet\.$/),
  ])
})

test('a scan that ignores the spent budget reads the archive, too', async () => {
  const client = clientOf(node, { finality: archiveFinality, archive: archive.manifest, dailyQuota: 1 })
  getPool(client).budget.spend(1)
  const { coverage } = await readAll(client, { fromBlock: 0n, toBlock: 107n }, { ignoreBudget: true })
  expect(coverage.archived).toEqual([{ from: 0n, to: 107n }])
  expect(node.callsOf('eth_getLogs')).toEqual([])
})
