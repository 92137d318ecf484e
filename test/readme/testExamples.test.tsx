import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isTest } from './findExamples.ts'
import { findPaperBlocks } from './papers.ts'

const examples = findPaperBlocks('tsx').filter(isTest)

test('the documentation has test files to copy', () => {
  expect(examples.length).toBeGreaterThan(0)
})

// Their tests are collected here, and run as those of this file.
const folder = resolve('.cache/mounted')
mkdirSync(folder, { recursive: true })
for (const { file, line, code } of examples) {
  const module = join(folder, `test-${line}.tsx`)
  const paths = code.replaceAll(/'topic0(?:\/([\w/]+))?'/g, (_, entry: string | undefined) =>
    JSON.stringify(resolve(`src/${entry ?? 'index'}.ts`)),
  )
  writeFileSync(module, paths)
  describe(`${file}:${line}`, async () => {
    await import(/* @vite-ignore */ module)
  })
}
