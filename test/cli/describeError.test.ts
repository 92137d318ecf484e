import { once } from 'node:events'
import { open, rename } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeError } from '../../src/cli/outcome.ts'
import { ArchiveError } from '../../src/errors/ArchiveError.ts'
import { serveArchive } from '../../src/node/archive/serveArchive.ts'

test('a path that cannot be used comes first, and the call that failed is left out', async () => {
  const path = join(tmpdir(), 'no-such-folder', 'a.csv')
  const error: unknown = await open(path, 'w').catch((reason: unknown) => reason)
  expect(describeError(error)).toEqual([`${path}: no such file or directory.`])
})

test('a file that cannot be renamed is named without its new name', async () => {
  const path = join(tmpdir(), 'no-such-file')
  const error: unknown = await rename(path, `${path}.new`).catch((reason: unknown) => reason)
  expect(describeError(error)).toEqual([`${path}: no such file or directory.`])
})

test('a full disk is named without the code of the system', () => {
  const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  expect(describeError(error)).toEqual([
    'No space left on device.',
    'Free some space and repeat the command.',
  ])
})

test('a port that is in use is named', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const error: unknown = await serveArchive('.', { port }).catch((reason: unknown) => reason)
  server.close()
  expect(describeError(error)).toEqual([
    `127.0.0.1:${port}: address already in use.`,
    'Choose another with --port.',
  ])
})

test('an archive is checked with the command', () => {
  expect(describeError(new ArchiveError('logs', 'has damaged keys'))).toEqual([
    'The archive at logs has damaged keys.',
    'Check it with npx topic0 archive verify.',
  ])
})

test('another error keeps its message', () => {
  expect(describeError(new Error('It broke.'))).toEqual(['It broke.'])
})
