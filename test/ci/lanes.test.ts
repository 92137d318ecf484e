import { expect, test } from 'vitest'
import { runInLanes } from '../../.ci/lanes.mjs'

/** Jobs that end when told to. */
function startJobs(jobs: readonly { readonly name: string; readonly lanes: number }[], lanes: number) {
  const running = new Map<string, () => void>()
  const ended = runInLanes(
    jobs,
    lanes,
    ({ name }) => new Promise<string>((resolve) => running.set(name, () => resolve(`${name} done`))),
  )
  const end = async (name: string) => {
    running.get(name)!()
    running.delete(name)
    await new Promise((done) => setImmediate(done))
  }
  return { running: () => [...running.keys()], end, ended }
}

test('jobs start as lanes become free, and one that needs more does not hold up the others', async () => {
  const jobs = [
    { name: 'a', lanes: 2 },
    { name: 'b', lanes: 1 },
    { name: 'c', lanes: 2 },
    { name: 'd', lanes: 1 },
  ]
  const { running, end, ended } = startJobs(jobs, 3)
  expect(running()).toEqual(['a', 'b'])
  await end('b')
  expect(running()).toEqual(['a', 'd'])
  await end('a')
  expect(running()).toEqual(['d', 'c'])
  await end('c')
  await end('d')
  expect(await ended).toEqual(['a done', 'b done', 'c done', 'd done'])
})

test('a job that fails ends the run', async () => {
  const fail = () => Promise.reject(new Error('broken'))
  await expect(runInLanes([{ lanes: 1 }, { lanes: 1 }], 1, fail)).rejects.toThrow('broken')
})
