import { execFile } from 'node:child_process'
import { cp, readdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'

const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
const consumer = inject('consumer')

/** Compiles files in the project that has the package installed. Returns what TypeScript prints. */
async function compile(name: string, compilerOptions: object, files: readonly string[]): Promise<string> {
  const config = join(consumer, `tsconfig.${name}.json`)
  await writeFile(config, JSON.stringify({ compilerOptions, files }))
  return new Promise((done) => {
    execFile(process.execPath, [tsc, '-p', config], { cwd: consumer }, (_, stdout) => done(stdout))
  })
}

const files = ['explorer.tsx', 'tanstackDb.ts', 'viem.ts', 'wagmi.tsx']
beforeAll(() => cp(resolve('test/package/consumer'), consumer, { recursive: true }))

test.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])(
  'module %s: apps compile, what they export can be declared, and our declarations are right in themselves',
  async (module, moduleResolution) => {
    const options = {
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable'],
      jsx: 'react-jsx',
      types: [],
      strict: true,
      module,
      moduleResolution,
      skipLibCheck: false,
      declaration: true,
      emitDeclarationOnly: true,
      outDir: `out-${module}`,
    }
    const said = await compile(module, options, files)
    const errors = said.split('\n').filter((line) => /\berror TS\d+/.test(line))
    // Errors in other packages are not ours to fix.
    expect(errors.filter((line) => !/^[^(]*node_modules\/(?!topic0\/)/.test(line))).toEqual([])
    expect(await readdir(join(consumer, options.outDir))).toHaveLength(files.length)
  },
)
