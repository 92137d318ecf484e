import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseArchiveOptions } from '../../src/cli/options/parseArchiveOptions.ts'
import { runArchive } from '../../src/cli/runArchive.ts'
import { createFakeNode } from '../support/fakeNode.ts'
import { serveNode } from '../support/serveNode.ts'

test('an archive is not continued from another first block', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'topic0-build-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const node = createFakeNode({ blocks: 100, logsPerBlock: 1 })
  const { url, close } = await serveNode(node)
  onTestFinished(close)
  const build = (...args: readonly string[]) => {
    const options = parseArchiveOptions(['build', folder, '--rpc', url, '--quiet', ...args])
    if (options === 'help') throw new Error('No help was requested.')
    return runArchive(options, new AbortController().signal)
  }
  expect(await build('--from', '10')).toBe(0)
  node.chain.mine(20)
  await expect(build('--from', '0')).rejects.toThrow(/^--from: the archive in .* begins with block 10\./)
  expect(await build('--from', '10')).toBe(0)
  expect(await build()).toBe(0)
})
