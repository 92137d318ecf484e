import { readdirSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { compileExamples } from './compileExamples.ts'
import { findBlocks, findTsDocExamples } from './findExamples.ts'
import type { Example } from './findExamples.ts'
import { findPaperBlocks } from './papers.ts'

const isCode = ({ language }: Example) => /^(tsx?|jsx?)$/.test(language)
const ofPapers = findPaperBlocks('ts', 'tsx', 'js', 'jsx')
const ofStories = readdirSync('stories', { encoding: 'utf8' })
  .filter((file) => file.endsWith('.mdx'))
  .flatMap((file) => findBlocks(`stories/${file}`))
  .filter(isCode)
const ofSources = findTsDocExamples('src')

const written = (code: string): Example => ({ file: 'written here', line: 1, language: 'tsx', code })
const right = written(
  'const value: bigint | undefined = useLogs({ event: transfer }).data?.at(0)?.args.value',
)
/** Each is wrong in one way, and none may pass. */
const wrong = [
  'const value: string | undefined = useLogs({ event: transfer }).data?.at(0)?.args.value',
  "import { useNothing } from 'topic0'\nuseNothing()",
  '<LogTable logs={5} />',
  'useLogs({ address: nobody })',
].map(written)

describe('examples', () => {
  test('are found', () => {
    expect(ofPapers.length).toBeGreaterThan(40)
    expect(ofStories.length).toBeGreaterThan(0)
    expect(ofSources.length).toBeGreaterThan(12)
    expect(ofSources.every(({ code }) => code.trim() !== '' && !code.includes('*/'))).toBe(true)
  })

  const all = [...ofPapers, ...ofStories, ...ofSources, right]
  // One run of the compiler for all, because most of its time goes to the sources.
  let found: string[][]
  beforeAll(async () => {
    found = await compileExamples([...all, ...wrong])
  })

  test('compile, each by itself', () => {
    expect(found.slice(0, all.length).flat()).toEqual([])
  })

  test('would not pass if they were wrong', async () => {
    const others = found.slice(all.length)
    expect(others).toHaveLength(wrong.length)
    for (const [index, problems] of others.entries()) {
      expect(problems, wrong[index]!.code).not.toEqual([])
      expect(problems[0]).toMatch(/^written here:[12]: error TS\d+/)
    }
    // After a mistake in grammar TypeScript looks no further, so this one goes alone.
    const [unfinished] = await compileExamples([written('const half = (')])
    expect(unfinished).not.toEqual([])
  })
})
