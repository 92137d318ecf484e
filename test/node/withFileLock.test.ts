import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withFileLock } from '../../src/node/archive/withFileLock.ts'

let folder: string
let lock: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'topic0-lock-'))
  lock = join(folder, 'manifest.lock')
})
afterEach(() => rm(folder, { recursive: true }))

const nothing = () => Promise.resolve()
const lockOf = (owner: { host?: string; pid: number }) =>
  writeFile(lock, JSON.stringify({ host: hostname(), id: '00000000-0000-4000-8000-000000000000', ...owner }))

/** A process that has ended, and one that runs until the test ends. */
async function pidOfKilled(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  child.kill('SIGKILL')
  await once(child, 'exit')
  return child.pid!
}

test('the lock is held during the change and released after it, also when that fails', async () => {
  let during: string[] = []
  const ran = await withFileLock(lock, async () => {
    during = await readdir(folder)
    expect(await withFileLock(lock, () => expect.fail('two at once'))).toBe(false)
  })
  expect({ ran, during, after: await readdir(folder) }).toEqual({
    ran: true,
    during: ['manifest.lock'],
    after: [],
  })
  await expect(withFileLock(lock, () => Promise.reject(new Error('full disk')))).rejects.toThrow('full disk')
  expect(await readdir(folder)).toEqual([])
})

test.each([
  ['a killed process', async () => lockOf({ pid: await pidOfKilled() }), true],
  ['a running process', () => lockOf({ pid: process.ppid }), false],
  ['another machine', () => lockOf({ host: 'elsewhere', pid: 1 }), false],
  [
    'another machine, a minute ago',
    async () => {
      await lockOf({ host: 'elsewhere', pid: 1 })
      await utimes(lock, Date.now() / 1000 - 61, Date.now() / 1000 - 61)
    },
    true,
  ],
  ['a machine that has crashed', () => writeFile(lock, ''), false],
  [
    'a machine that has crashed, a minute ago',
    async () => {
      await writeFile(lock, '')
      await utimes(lock, Date.now() / 1000 - 61, Date.now() / 1000 - 61)
    },
    true,
  ],
])('the lock of %s', async (_, hold, isTaken) => {
  await hold()
  expect(await withFileLock(lock, nothing)).toBe(isTaken)
  expect(await readdir(folder)).toEqual(isTaken ? [] : ['manifest.lock'])
})

test('of many that find the lock of a killed process, never two run at once', async () => {
  const pid = await pidOfKilled()
  let runs = 0
  for (let round = 0; round < 30; round++) {
    await lockOf({ pid })
    let running = 0
    const change = async () => {
      expect(++running).toBe(1)
      await readFile(lock)
      runs++
      running--
    }
    await Promise.all(Array.from({ length: 20 }, () => withFileLock(lock, change)))
    expect(await readdir(folder)).toEqual([])
  }
  expect(runs).toBeGreaterThanOrEqual(30)
})
