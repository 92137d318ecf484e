import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Example } from './findExamples.ts'
import { entries, readEntry } from './readEntry.ts'

const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

/**
 * TypeScript's errors for each example, in one run against the sources; an empty list if it compiles. Examples without
 * imports, as those in comments are, get imports for the names that they use from this package and viem.
 */
export async function compileExamples(examples: readonly Example[]): Promise<string[][]> {
  // Within the project, so that packages are found; in a folder that git, linter and formatter leave alone.
  mkdirSync('.cache', { recursive: true })
  const folder = mkdtempSync(resolve('.cache/readme-'))
  try {
    const prefixes = examples.map(({ code }) => (/^import /m.test(code) ? '' : importsFor(code)))
    for (const [index, { code }] of examples.entries())
      writeFileSync(join(folder, `${index}.tsx`), `${prefixes[index]}${code}\nexport {}\n`)
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../tsconfig.json',
        compilerOptions: {
          noUnusedLocals: false,
          noUnusedParameters: false,
          verbatimModuleSyntax: false,
          paths: { topic0: ['../../src/index.ts'], 'topic0/*': ['../../src/*.ts'] },
        },
        files: ['../../test/readme/prelude.ts', ...examples.map((_, index) => `${index}.tsx`)],
        include: [],
        exclude: [],
      }),
    )
    const said = await run(folder)
    const problems = examples.map((): string[] => [])
    let placed = 0
    for (const [, index = '', line, message = ''] of said.matchAll(
      /^(?:.*[\\/])?(\d+)\.tsx\((\d+),\d+\): (.*)$/gm,
    )) {
      const example = examples[Number(index)]!
      const offset = prefixes[Number(index)]!.split('\n').length
      problems[Number(index)]!.push(`${example.file}:${example.line + Number(line) - offset}: ${message}`)
      placed++
    }
    const others = said.match(/error TS\d+/g)?.length ?? 0
    // Mistakes of the sources are the type check's to say; but a compiler that could not begin has proved nothing.
    const elsewhere = said.match(/^.*src[\\/].*\(\d+,\d+\): error TS\d+/gm)?.length ?? 0
    if (others > placed + elsewhere) throw new Error(`TypeScript could not check the examples:\n${said}`)
    return problems
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(project: string): Promise<string> {
  return new Promise((done, fail) => {
    // Checkers in parallel would each check the sources again: twice the work, where other tests need the cores.
    execFile(
      process.execPath,
      [tsc, '-p', project, '--pretty', 'false', '--singleThreaded'],
      (error, out, err) => {
        // It ends with 1 or 2 when it has something to say.
        if (error && typeof error.code !== 'number') fail(error)
        else if (error && out.trim() === '') fail(new Error(`tsc ended with ${error.code}: ${err}`))
        else done(out)
      },
    )
  })
}

const ofViem = ['createClient', 'createPublicClient', 'erc20Abi', 'http', 'parseAbiItem', 'type Hex']

/** Our names and viem's in code without imports, such as examples in comments. */
export function importsFor(code: string): string {
  const names = (name: string) =>
    new RegExp(`(?<![\\w.'"/])${name.replace('type ', '')}(?=[(<>.,\\s})\\]]|$)`, 'm').test(code)
  const declared = (name: string) => new RegExp(`(?:const|let|function) ${name}\\b`).test(code)
  const taken = new Set<string>()
  // Entries share names, such as `foldLogs`: the main one comes first.
  const lines = ['index', ...entries.filter((entry) => entry !== 'index')].flatMap((entry) => {
    const { values } = readEntry(entry)
    const wanted = values.filter((name) => !taken.has(name) && names(name) && !declared(name))
    for (const name of wanted) taken.add(name)
    return wanted.length > 0
      ? [`import { ${wanted.join(', ')} } from 'topic0${entry === 'index' ? '' : `/${entry}`}'`]
      : []
  })
  const viem = ofViem.filter(names)
  if (viem.length > 0) lines.push(`import { ${viem.join(', ')} } from 'viem'`)
  if (names('chains')) lines.push(`import * as chains from 'viem/chains'`)
  return lines.map((line) => `${line}\n`).join('')
}
