import { execFile } from 'node:child_process'
import { cp, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'

const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
const consumer = inject('consumer')

const common = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  jsx: 'react-jsx',
  strict: true,
  noEmit: true,
  types: [],
}

/** What TypeScript says of the files, in the project that has the package installed. */
async function complaints(
  name: string,
  compilerOptions: Record<string, unknown>,
  files: string[],
): Promise<string> {
  const project = join(consumer, `tsconfig.${name}.json`)
  await writeFile(project, JSON.stringify({ compilerOptions: { ...common, ...compilerOptions }, files }))
  return new Promise((done) => {
    execFile(
      process.execPath,
      [tsc, '-p', project, '--singleThreaded'],
      { cwd: consumer },
      (error, out, err) => done(out + err || (error?.message ?? '')),
    )
  })
}

beforeAll(() => cp(resolve('test/package/consumer'), consumer, { recursive: true }))

const resolutions = {
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
}

describe.each(Object.entries(resolutions))('under %s', (name, resolution) => {
  test.each(['explorer.tsx', 'tanstackDb.ts', 'viem.ts', 'wagmi.tsx'])('%s compiles', async (file) => {
    expect(await complaints(`${name}.${file}`, { ...resolution, skipLibCheck: true }, [file])).toBe('')
  })

  test('our declarations are right in themselves', async () => {
    const said = await complaints(`${name}.lib`, { ...resolution, skipLibCheck: false }, [
      'explorer.tsx',
      'viem.ts',
    ])
    // Those of others are theirs to mend.
    expect(said.split('\n').filter((line) => line.includes('node_modules/topic0/'))).toEqual([])
  })

  test('what an app exports of ours can be declared', async () => {
    const options = {
      ...resolution,
      skipLibCheck: true,
      declaration: true,
      noEmit: false,
      emitDeclarationOnly: true,
    }
    expect(
      await complaints(`${name}.emit`, { ...options, outDir: `out-${name}` }, ['explorer.tsx', 'wagmi.tsx']),
    ).toBe('')
  })
})
