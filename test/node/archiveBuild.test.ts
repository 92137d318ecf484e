import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseArchiveOptions } from '../../src/cli/options/parseArchiveOptions.ts'
import { codeOf, describeError } from '../../src/cli/outcome.ts'
import { runArchive } from '../../src/cli/runArchive.ts'
import { buildArchive, type BuildArchiveProgress } from '../../src/node/archive/buildArchive.ts'
import { verifyArchive } from '../../src/node/archive/verifyArchive.ts'
import { clientOf } from '../support/clientOf.ts'
import { createFakeNode, type FakeNode } from '../support/fakeNode.ts'
import { serveNode } from '../support/serveNode.ts'

/** Builds an archive of a node's blocks in a folder of its own. */
async function setUp(node: FakeNode) {
  const folder = await mkdtemp(join(tmpdir(), 'topic0-build-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { url, close } = await serveNode(node)
  onTestFinished(close)
  const build = (...args: readonly string[]) => {
    const options = parseArchiveOptions(['build', folder, '--rpc', url, '--quiet', ...args])
    if (options === 'help') throw new Error('No help was requested.')
    return runArchive(options, new AbortController().signal)
  }
  const coveredTo = async () => {
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
      covered: [[from: number, to: number]]
    }
    return manifest.covered[0][1]
  }
  return { folder, build, coveredTo }
}

test('an archive is not continued from another first block', async () => {
  const node = createFakeNode({ blocks: 100, logsPerBlock: 1 })
  const { build } = await setUp(node)
  expect(await build('--from', '10')).toBe(0)
  node.chain.mine(20)
  await expect(build('--from', '0')).rejects.toThrow(/^--from: the archive in .* begins with block 10\./)
  expect(await build('--from', '10')).toBe(0)
  expect(await build()).toBe(0)
})

test('what was read before the calls were used up is in the archive', async () => {
  const node = createFakeNode({ blocks: 2_000, logsPerBlock: 1 })
  node.faults.maxBlockRange = 20
  const { build, coveredTo } = await setUp(node)
  const error = await build('--max-calls', '40').catch((reason: unknown) => reason)
  expect(codeOf(error)).toBe(3)
  expect(describeError(error)[0]).toContain('limit of 40 calls is reached: raise --max-calls to continue')
  const first = await coveredTo()
  expect(first).toBeGreaterThan(100)
  await expect(build('--max-calls', '40')).rejects.toThrow()
  expect(await coveredTo()).toBeGreaterThan(first)
})

test('what was read before an abort is in the archive, without another request', async () => {
  const node = createFakeNode({ blocks: 2_000, logsPerBlock: 1 })
  node.faults.maxBlockRange = 20
  const { folder, build, coveredTo } = await setUp(node)
  const client = clientOf(node)
  /** Aborts a build once it has read the blocks before this one. */
  const buildUpTo = async (block: bigint) => {
    const controller = new AbortController()
    const onProgress = ({ next }: BuildArchiveProgress) => {
      if (next < block || controller.signal.aborted) return
      node.clearCalls()
      controller.abort(new Error('enough'))
    }
    const { signal } = controller
    await expect(buildArchive(client, folder, { signal, onProgress })).rejects.toThrow('enough')
    expect(node.calls).toEqual([])
    const end = node.chain.logs({}, 0n, block - 1n).at(-1)!.blockNumber
    expect(await coveredTo()).toBeGreaterThanOrEqual(Number(end))
  }
  await buildUpTo(600n)
  await buildUpTo(1_200n)
  expect(await build()).toBe(0)
  expect((await verifyArchive(folder, { client })).problems).toEqual([])
})

test('a folder that cannot be written ends it with the first calls', async () => {
  const node = createFakeNode({ blocks: 2_000, logsPerBlock: 1 })
  node.faults.maxBlockRange = 20
  const { folder, build } = await setUp(node)
  await writeFile(join(folder, 'logs'), 'a file')
  const error = await build().catch((reason: unknown) => reason)
  expect(codeOf(error)).toBe(1)
  expect(describeError(error)).toEqual([`${join(folder, 'logs')}: file already exists.`])
  expect(node.callsOf('eth_getLogs').length).toBeLessThan(10)
})

test('a signed archive without --sign is wrong usage', async () => {
  const node = createFakeNode({ blocks: 100, logsPerBlock: 1 })
  const { folder, build } = await setUp(node)
  const key = join(folder, 'key.pem')
  const { privateKey } = generateKeyPairSync('ed25519')
  await writeFile(key, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  expect(await build('--sign', key)).toBe(0)
  node.clearCalls()
  const error = await build().catch((reason: unknown) => reason)
  expect(codeOf(error)).toBe(1)
  expect(describeError(error)).toEqual([
    `The archive in ${folder} is signed: pass its key with --sign KEYFILE.`,
  ])
  expect(node.calls).toEqual([])
})
