import { expect } from 'vitest'
import type { FoldPoint } from '../../src/logs/cache/FoldStorage.ts'
import type { LogStorage } from '../../src/logs/cache/LogStorage.ts'

const chainId = 3721
const pointOf = (length: number, version = 1): FoldPoint => ({ version, length, lastId: `0xab:${length}` })
/** As long as a real one, and with characters of several bytes. */
const partsOf = (length: number) =>
  Array.from({ length: 3 }, (_, part) => `"${length} ${part} é${'x'.repeat(1_000)}"`)

/**
 * Checks what every storage of folds must do. `open` is called several times for storages of the same place, such as two tabs; at most
 * 80,000 bytes are kept there.
 */
export async function checkFoldStorage(open: () => LogStorage): Promise<void> {
  const [one, two] = [open(), open()]
  const write = ({ folds }: LogStorage, length: number, version = 1) =>
    folds!.write(chainId, 'sums', pointOf(length, version), partsOf(length))
  const listed = async ({ folds }: LogStorage) =>
    (await folds!.list(chainId, 'sums')).map(({ length }) => length)

  for (const length of [100, 200, 300, 400, 500]) await write(length % 200 === 0 ? one : two, length)
  expect(await listed(one)).toEqual([100, 300, 400, 500])
  const reloaded = open()
  for (const point of await reloaded.folds!.list(chainId, 'sums')) {
    expect(point).toMatchObject(pointOf(point.length))
    expect(await reloaded.folds!.read(chainId, 'sums', point)).toEqual(partsOf(point.length))
  }
  expect(await one.folds!.read(chainId, 'sums', pointOf(200))).toBeUndefined()
  // Another state of as many logs has replaced a listed one since.
  for (const replaced of [pointOf(300, 2), { ...pointOf(300), lastId: '0xcd:300' }])
    expect((await one.folds!.read(chainId, 'sums', replaced)) === undefined).toBe(true)
  expect(await one.folds!.list(chainId, 'su')).toEqual([])
  expect(await one.list(chainId)).toEqual([])

  // Both at once: each state is whole, or gone.
  await Promise.all([write(one, 600), write(two, 700), write(one, 650), write(two, 600)])
  for (const point of await one.folds!.list(chainId, 'sums'))
    expect(await two.folds!.read(chainId, 'sums', point)).toEqual(partsOf(point.length))

  // States of more logs, and of other versions, are of a chain or a reducer that is gone.
  await write(one, 350)
  expect(await listed(two)).toEqual([100, 350])
  await write(two, 50, 2)
  expect(await listed(one)).toEqual([50])

  await one.folds!.write(chainId, 'large', pointOf(1), ['x'.repeat(20_000)])
  expect(await one.folds!.list(chainId, 'large')).toEqual([])
  await one.clear(chainId)
  expect(await listed(two)).toEqual([])
  for (const storage of [one, two, reloaded]) {
    expect(storage.getStatus().state).toBe('open')
    storage.close()
  }
}
