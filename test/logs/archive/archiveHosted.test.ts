import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ArchiveError } from '../../../src/errors/ArchiveError.ts'
import type { ArchiveFile } from '../../../src/logs/archive/ArchiveManifest.ts'
import { samplesOf } from '../../../src/node/archive/compareBlocks.ts'
import { verifyArchive } from '../../../src/node/archive/verifyArchive.ts'
import { createFakeNode } from '../../support/fakeNode.ts'
import {
  openArchive,
  type ArchiveFault,
  type OpenArchive,
  type UsualReply,
} from '../../support/openArchive.ts'
import { toRpcLog } from '../../support/toRpcLog.ts'

const node = createFakeNode({ seed: 23, blocks: 120, logsPerBlock: 3 })
let archive: OpenArchive
beforeAll(async () => {
  archive = await openArchive(node, { words: true })
})
afterAll(() => archive.close())
beforeEach(() => {
  archive.fault = undefined
  archive.requests.length = 0
})

/** The headers of a host that is set up for browsers. */
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'range',
  'cache-control': 'max-age=30',
}

/** Whether a reply has the end of a file, where its index is. */
function isIndex({ headers }: UsualReply): boolean {
  const [, to, size] = /-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? []
  return Number(to) + 1 === Number(size)
}

/** Verifies the archive on a host that adds headers, and changes some replies. */
async function verify(
  change: (path: string, usual: UsualReply) => ArchiveFault | undefined = () => undefined,
) {
  archive.fault = (path, usual) => {
    const headers = { ...cors, ...usual.headers }
    return change(path, { ...usual, headers }) ?? { ...usual, headers }
  }
  return verifyArchive(archive.manifest, { client: archive.client('direct') })
}

test('finds no problem with a host that answers ranges, and downloads no file of logs as a whole', async () => {
  const { problems, logs } = await verify()
  expect(problems).toEqual([])
  expect(logs).toBe(node.chain.logs({}, 0n, 107n).length)
  const whole = archive.requests.filter(({ path, range }) => path.startsWith('logs/') && range === undefined)
  expect(whole).toEqual([])
})

test.each<
  [name: string, change: (path: string, usual: UsualReply) => ArchiveFault | undefined, problem: RegExp]
>([
  [
    'no CORS',
    (_, usual) => ({
      ...usual,
      headers: { ...usual.headers, 'access-control-allow-origin': 'https://a.test' },
    }),
    /does not let pages of other sites read: send access-control-allow-origin: \*/,
  ],
  [
    'no preflight',
    (_, usual) => ({
      ...usual,
      headers: { ...usual.headers, 'access-control-allow-headers': 'content-type' },
    }),
    /read parts: answer OPTIONS with access-control-allow-headers: range/,
  ],
  [
    'a manifest that stays',
    (path, usual) =>
      path === 'manifest.json'
        ? { ...usual, headers: { ...usual.headers, 'cache-control': 'public, max-age=31536000, immutable' } }
        : undefined,
    /browsers cache the manifest for 31536000 seconds/,
  ],
  [
    'no ranges',
    (path, usual) => (path.startsWith('logs/') ? { ...usual, status: 200 } : undefined),
    /answered a range request with a whole file/,
  ],
  [
    'a missing file',
    (path) => (path.startsWith('logs/') ? { status: 404, body: '' } : undefined),
    /HTTP 404 for logs\//,
  ],
  [
    'other bytes in a page',
    (path, usual) =>
      path.startsWith('logs/') && !isIndex(usual)
        ? { ...usual, body: usual.body.map((byte) => byte ^ 1) }
        : undefined,
    /sent other bytes of logs\//,
  ],
  [
    'other keys',
    (path, usual) =>
      path.startsWith('index/keys') ? { ...usual, body: usual.body.map((byte) => byte ^ 1) } : undefined,
    /index\/keys.* with another hash|another index of index\/keys/,
  ],
  [
    'another chain',
    (path, usual) =>
      path === 'manifest.json'
        ? { ...usual, body: usual.body.toString().replace(/("genesisHash": "0x).{4}/, '$10000') }
        : undefined,
    /another chain: its block 0 has a different hash/,
  ],
])('%s', async (_, change, problem) => {
  const { problems } = await verify(change)
  expect(problems.join('\n')).toMatch(problem)
})

test('a missing or unsigned manifest ends the check', async () => {
  await expect(verify(() => ({ status: 403, body: '' }))).rejects.toThrow(/HTTP 403 for its manifest/)
  archive.fault = undefined
  await expect(verifyArchive(archive.manifest, { publicKey: '0'.repeat(64) })).rejects.toThrow(
    /without a signature/,
  )
})

test('samples are as many as the file has room for, and count no block twice', () => {
  fc.assert(
    fc.property(fc.nat(1_000), fc.integer({ min: 1, max: 2_000 }), fc.nat(20), (fromBlock, span, count) => {
      const file = { fromBlock, toBlock: fromBlock + span - 1 } as ArchiveFile
      const samples = samplesOf(file, count)
      expect(samples).toHaveLength(Math.min(count, span))
      let next = BigInt(fromBlock)
      for (const { from, to } of samples) {
        expect(from >= next && to >= from && to < from + 100n).toBe(true)
        next = to + 1n
      }
      if (count > 0) expect(next).toBe(BigInt(fromBlock + span))
    }),
  )
})

test('a node is compared with the archive, not the archive with itself', async () => {
  archive.fault = (_, usual) => ({ ...usual, headers: { ...cors, ...usual.headers } })
  const verify = () => verifyArchive(archive.manifest, { client: archive.client(), samples: 2 })
  node.clearCalls()
  expect(await verify()).toMatchObject({ problems: [], compared: 108n })
  expect(node.callsOf('eth_getLogs').length).toBeGreaterThan(0)
  // As the nodes see the chain, the archive is wrong.
  node.faults.respond = ({ method, params }) => {
    if (method !== 'eth_getLogs') return undefined
    const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
    const logs = node.chain.logs({}, BigInt(fromBlock), BigInt(toBlock))
    return { result: logs.map((log) => ({ ...toRpcLog(log), data: `0x${'7'.repeat(64)}` })) }
  }
  const { problems } = await verify()
  node.faults.respond = undefined
  expect(problems.join('\n')).toMatch(/Logs that differ from those of the nodes in blocks \d+ to \d+: \d+\./)
})

test('a server that does not answer is a problem, not an error of fetch', async () => {
  archive.delay = (path) => (path.startsWith('index/keys') ? Promise.reject(new Error('gone')) : undefined)
  try {
    const { problems } = await verify()
    expect(problems.join()).toMatch(/does not answer GET requests|could not be reached/)
  } finally {
    archive.delay = undefined
  }
})

test('says that a URL is none, or not that of a manifest', async () => {
  const advice = 'Pass the URL of its manifest.json.'
  await expect(verifyArchive('https://…')).rejects.toMatchObject({ advice })
  const folder = archive.manifest.slice(0, -'manifest.json'.length)
  for (const fault of [{ status: 404, body: '' }, { body: '<html>' }]) {
    archive.fault = () => fault
    await expect(verifyArchive(folder)).rejects.toMatchObject({ advice })
    // Its URL is right, so its server or the file is not.
    const error: unknown = await verifyArchive(archive.manifest).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ArchiveError)
    expect(error).not.toMatchObject({ advice })
  }
})
