import { readdirSync, readFileSync } from 'node:fs'

/** Code that a reader is meant to copy, and where it stands. */
export interface Example {
  readonly file: string
  /** Of the first line of `code`. */
  readonly line: number
  /** What its fence says: `tsx`, `sh`, `css`. */
  readonly language: string
  readonly code: string
}

/** Whether an example has a tag, and so something to show. A type argument is none. */
export function draws({ language, code }: Example): boolean {
  return language === 'tsx' && /(?:\breturn|=>|&&|[(=?:])\s*<(?:>|[A-Za-z][\w.]*[\s/>])|^<[A-Z]/m.test(code)
}

/** Whether an example is a test file of its reader. */
export const isTest = ({ code }: Example) => code.includes(`from 'vitest'`)

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length

/** The fenced blocks of a Markdown file. */
export function findBlocks(file: string): Example[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(({ 1: language = '', 2: code = '', index }) => ({
    file,
    line: lineAt(text, index) + 1,
    language,
    code,
  }))
}

/** What stands below `@example` in the comments of a folder's sources. */
export function findTsDocExamples(folder: string): Example[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
  return files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return [...text.matchAll(/^( *\* )@example\n((?: *\*(?!\/| @).*\n)+)/gm)].map(
      ({ 0: all, 2: body = '', index }) => ({
        file,
        line: lineAt(text, index + all.indexOf('\n') + 1),
        language: 'tsx',
        code: body.replaceAll(/^ *\* ?(?:```\w*)?/gm, ''),
      }),
    )
  })
}

/** The programs of `stories/recipes` that read logs, as a page that has installed the package would write them. */
export function findRecipes(): Example[] {
  return readdirSync('stories/recipes')
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.stories.tsx'))
    .map((name) => ({ file: `stories/recipes/${name}`, line: 1, language: 'tsx' }))
    .map((recipe) => ({
      ...recipe,
      code: readFileSync(recipe.file, 'utf8')
        .replaceAll(`'../../src/index.ts'`, `'topic0'`)
        .replaceAll(/'\.\.\/\.\.\/src\/(\w+)\.ts'/g, `'topic0/$1'`),
    }))
    .filter(({ code }) => code.includes('useLogs('))
}
