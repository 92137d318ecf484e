import { readdirSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { compileExamples } from './compileExamples.ts'
import { fieldTables, isEveryTableFound, wrongFieldTables } from './fieldTables.ts'
import { findBlocks, findTsDocExamples, type Example } from './findExamples.ts'
import { generatedCode } from './generatedCode.ts'
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

// One run of the compiler for all, because most of its time goes to the sources.
const groups = {
  examples: [...ofPapers, ...ofStories, ...ofSources, right],
  wrong,
  generatedCode,
  fieldTables,
  wrongFieldTables,
}
const all = Object.values(groups).flat()
let found: ReadonlyMap<Example, readonly string[]>
const problemsOf = (name: keyof typeof groups) => groups[name].map((example) => found.get(example)!)
beforeAll(async () => {
  const problems = await compileExamples(all)
  found = new Map(all.map((example, index) => [example, problems[index]!]))
})

describe('examples', () => {
  test('are found', () => {
    expect(ofPapers.length).toBeGreaterThan(40)
    expect(ofStories.length).toBeGreaterThan(0)
    expect(ofSources.length).toBeGreaterThan(12)
    expect(ofSources.every(({ code }) => code.trim() !== '' && !code.includes('*/'))).toBe(true)
  })

  test('compile, each by itself', () => {
    expect(problemsOf('examples').flat()).toEqual([])
  })

  test('would not pass if they were wrong', async () => {
    const others = problemsOf('wrong')
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

test('generated code compiles against the exports, whatever the query', () => {
  const wrongCode = generatedCode.flatMap((example) =>
    found.get(example)!.map((problem) => `${problem}\n${example.code}`),
  )
  expect(generatedCode.length).toBeGreaterThan(60)
  expect(wrongCode).toEqual([])
})

describe('tables of fields', () => {
  test('have exactly the fields of their types', () => {
    expect(isEveryTableFound()).toBe(true)
    expect(problemsOf('fieldTables').flat()).toEqual([])
  })

  test('would not pass with a name too many or too few', () => {
    const right = fieldTables.map(({ code }) => code)
    for (const { code } of wrongFieldTables) expect(right).not.toContain(code)
    expect(problemsOf('wrongFieldTables')).toEqual([[expect.any(String)], [expect.any(String)]])
  })
})
