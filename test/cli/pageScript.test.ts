import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

test('the script of the served page is one file: it imports nothing but types', async () => {
  const script = await readFile(new URL('../../src/widget/local/page.ts', import.meta.url), 'utf8')
  expect(script.match(/^import (?!type\b).*/gm) ?? []).toEqual([])
})
