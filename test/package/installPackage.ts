import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The packed package. */
    tarball: string
    /** Paths of the files in it. */
    packedFiles: string[]
    /** A project that has the package and its peers. */
    consumer: string
    /** A project that has the package and viem, the only peer that the command needs. */
    viemOnly: string
  }
}

const run = promisify(execFile)
export const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

/** What a user of the package has beside it; linked from here, as npm would only fetch the same again. */
const beside = [
  '@tanstack/db',
  '@tanstack/react-query',
  '@types/react',
  '@types/react-dom',
  'react',
  'react-dom',
  'lmdb',
  'viem',
  'wagmi',
  '@wagmi/core',
]

/** Installs packages in an empty project. */
export async function installIn(project: string, packages: readonly string[]): Promise<void> {
  await writeFile(
    join(project, 'package.json'),
    '{ "name": "consumer", "private": true, "type": "module" }\n',
  )
  const args = ['install', ...packages, '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
  await run(npm, args, { cwd: project, shell: npm.endsWith('.cmd') })
}

/** Links packages of ours into a project. */
async function link(names: readonly string[], project: string): Promise<void> {
  for (const name of names) {
    const from = resolve('node_modules', name)
    const to = join(project, 'node_modules', name)
    await mkdir(dirname(to), { recursive: true })
    if (existsSync(from) && !existsSync(to)) await symlink(from, to, 'junction')
  }
}

/** Packs the package as it would be published and installs it, with what it depends on, in an empty project. */
export default async function installPackage(project: TestProject) {
  if (!existsSync('dist/index.js')) throw new Error('There is no build to pack: run `npm run build` first.')
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'topic0-package-')))
  const consumer = join(scratch, 'consumer')
  await mkdir(consumer)
  const packed = await run(npm, ['pack', '--json', '--pack-destination', scratch], {
    shell: npm.endsWith('.cmd'),
  })
  const [{ filename, files }] = JSON.parse(packed.stdout) as [{ filename: string; files: { path: string }[] }]
  const tarball = join(scratch, filename)
  await installIn(consumer, [tarball, '--legacy-peer-deps'])
  const viemOnly = join(scratch, 'viem-only')
  await cp(consumer, viemOnly, { recursive: true })
  // npm installs `ws` too, a peer of isows: Node 20 has no WebSocket of its own.
  await link(['viem', 'ws'], viemOnly)
  await link(beside, consumer)
  project.provide('tarball', tarball)
  project.provide('consumer', consumer)
  project.provide('viemOnly', viemOnly)
  project.provide(
    'packedFiles',
    files.map(({ path }) => path),
  )
  return () => rm(scratch, { recursive: true, force: true })
}
