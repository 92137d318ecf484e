import { expect, test } from 'vitest'
import { internAll } from '../../../src/logs/archive/internAll.ts'
import { WordTable } from '../../../src/logs/columns/WordTable.ts'
import { createRandom } from '../../support/randomLogs.ts'

test('values interned together get the ids that they get one by one', () => {
  const random = createRandom(1)
  for (const width of [5, 8]) {
    const [together, single] = [new WordTable(width), new WordTable(width)]
    for (let round = 0; round < 20; round++) {
      const count = Math.floor(random() * 300)
      const values = Array.from({ length: count }, () => Math.floor(random() * 500))
      const words = Uint32Array.from({ length: count * width }, (_, at) => values[Math.floor(at / width)]!)
      const ids = new Uint32Array(count)
      internAll(together, words, count, ids)
      expect([...ids]).toEqual(values.map((_, index) => single.intern(words, index * width)))
    }
    expect(together.size).toBe(single.size)
    expect(together.words.subarray(0, together.size * width)).toEqual(
      single.words.subarray(0, single.size * width),
    )
  }
})
