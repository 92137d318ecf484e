import { open, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeError } from '../../src/cli/outcome.ts'

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
  expect(describeError(error)).toEqual(['No space left on device.'])
})

test('another error keeps its message', () => {
  expect(describeError(new Error('It broke.'))).toEqual(['It broke.'])
})
