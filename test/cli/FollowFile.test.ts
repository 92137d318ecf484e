import { chmod, mkdtemp, readFile, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
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
  const message = /^-o .*live\.ndjson: the file is not empty, .* Name another file\.$/
  expect(() => parseLogsOptions(['--rpc', 'http://x', '--follow', '-o', path])).toThrow(message)
  await expect(FollowFile.open(path)).rejects.toThrow(message)
  expect(await readFile(path, 'utf8')).toBe('earlier\n')
})

test('of two commands that start on one empty file, the first one to write keeps it', async () => {
  const [first, second] = [await FollowFile.open(path), await FollowFile.open(path)]
  await second.append('one\n')
  await expect(first.append('two\n')).rejects.toThrow(
    /^-o .*live\.ndjson: another command has begun to write/,
  )
  await second.append('three\n')
  expect(await readFile(path, 'utf8')).toBe('one\nthree\n')
  await Promise.all([first.close(), second.close()])
})

test('an empty file is used, also behind a link, and grows at its end if it is emptied meanwhile', async () => {
  await writeFile(path, '')
  const { ino } = await stat(path)
  const link = join(folder, 'link.ndjson')
  await symlink(path, link)
  const file = await FollowFile.open(link)
  await file.append('one\n')
  await truncate(path)
  await file.append('two\n')
  expect(await readFile(path, 'utf8')).toBe('two\n')
  // Programs that show its new lines have it open.
  expect((await stat(path)).ino).toBe(ino)
  await file.close()
})

test('an empty file is used in a folder that takes no new files', async () => {
  await writeFile(path, '')
  await chmod(folder, 0o555)
  const file = await FollowFile.open(path)
  await file.append('one\n')
  await file.close()
  await chmod(folder, 0o755)
  expect(await readFile(path, 'utf8')).toBe('one\n')
})

test('a link that leads to no file yet is followed', async () => {
  const link = join(folder, 'link.ndjson')
  await symlink(path, link)
  const file = await FollowFile.open(link)
  await file.append('one\n')
  await file.close()
  expect(await readFile(path, 'utf8')).toBe('one\n')
})

test('lines go on in a file that log rotation renames', async () => {
  const file = await FollowFile.open(path)
  await rename(path, `${path}.1`)
  await writeFile(path, '')
  await file.append('one\n')
  await file.close()
  expect(await readFile(`${path}.1`, 'utf8')).toBe('one\n')
})
