import { mkdtemp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FollowFile } from '../../src/cli/FollowFile.ts'
import { parseLogsOptions } from '../../src/cli/options/parseLogsOptions.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'topic0-follow-'))
  path = join(folder, 'live.ndjson')
})
afterEach(() => rm(folder, { recursive: true }))

test('a file that has lines is refused before anything is read, and keeps them', async () => {
  await writeFile(path, 'earlier\n')
  const message = /^-o .*live\.ndjson: the file has lines already, .* Name another file\.$/
  expect(() => parseLogsOptions(['--rpc', 'http://x', '--follow', '-o', path])).toThrow(message)
  await expect(FollowFile.open(path)).rejects.toThrow(message)
  expect(await readFile(path, 'utf8')).toBe('earlier\n')
})

test('of two commands, the later one gets the file, and the earlier one stops', async () => {
  const first = await FollowFile.open(path)
  const second = await FollowFile.open(path)
  await second.append('second\n')
  await expect(first.append('first\n')).rejects.toThrow(
    /live\.ndjson is written by another command, which has begun later\.$/,
  )
  await expect(FollowFile.open(path)).rejects.toThrow('the file has lines already')
  await second.append('more\n')
  expect(await readFile(path, 'utf8')).toBe('second\nmore\n')
  await Promise.all([first.close(), second.close()])
})

test('an empty file is used, also behind a link, and grows at its end if it is emptied meanwhile', async () => {
  await writeFile(path, '')
  const link = join(folder, 'link.ndjson')
  await symlink(path, link)
  const file = await FollowFile.open(link)
  await file.append('one\n')
  await truncate(path)
  await file.append('two\n')
  expect(await readFile(path, 'utf8')).toBe('two\n')
  await file.close()
})
