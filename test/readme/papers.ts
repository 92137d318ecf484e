import { readdirSync } from 'node:fs'
import { findBlocks, type Example } from './findExamples.ts'

/** The pages for users: README and every page of docs. */
export const papers: readonly string[] = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .toSorted(),
]

/** The fenced blocks of all pages in some languages. */
export function findPaperBlocks(...languages: readonly string[]): Example[] {
  return papers.flatMap(findBlocks).filter(({ language }) => languages.includes(language))
}
