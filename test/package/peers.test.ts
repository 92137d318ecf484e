import { execFile } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { createFakeNode } from '../support/fakeNode.ts'
import { serveNode } from '../support/serveNode.ts'
import { installIn } from './installPackage.ts'

const run = promisify(execFile)
const require = createRequire(import.meta.url)
const lowestProject = join(inject('consumer'), '../lowest')

/** The lower ends of the peer ranges, with the types of their time and the oldest TypeScript. */
const lowest = {
  '@tanstack/db': '0.15.1',
  '@tanstack/react-query': '5.66.0',
  '@types/react': '18.3.0',
  '@types/react-dom': '18.3.0',
  lmdb: '3.0.0',
  react: '18.3.0',
  'react-dom': '18.3.0',
  typescript: '5.4.5',
  viem: '2.21.0',
}

let node: { url: string; close: () => void }

beforeAll(async () => {
  const transfers = createFakeNode({ blocks: 300, logsPerBlock: 2 })
  node = await serveNode(transfers)
})
afterAll(() => node.close())

async function runIn(project: string): Promise<unknown> {
  await cp(resolve('test/package/consumer/run.mjs'), join(project, 'run.mjs'))
  const { stdout } = await run(process.execPath, ['run.mjs'], {
    cwd: project,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      NODE_URL: node.url,
      JSDOM: pathToFileURL(require.resolve('jsdom')).href,
    },
  })
  return JSON.parse(stdout)
}

const asShown = (react: string) => ({
  react,
  hooks: { count: expect.any(Number), value: 'bigint', ref: true },
  underClient: { count: expect.any(Number), value: 'bigint', ref: true },
  explorer: { columns: expect.any(Number), status: 'success' },
  warnings: [],
})

describe('the lowest versions of all peers', () => {
  beforeAll(async () => {
    await mkdir(lowestProject)
    await installIn(lowestProject, [
      inject('tarball'),
      ...Object.entries(lowest).map((entry) => entry.join('@')),
    ])
  })

  test('are the lower ends of the ranges', () => {
    const { peerDependencies } = manifest
    for (const [name, range] of Object.entries(peerDependencies)) {
      const version = lowest[name as keyof typeof lowest]
      const [lower = ''] = range.replaceAll('^', '').split(' || ')
      expect(`${version}.`, name).toContain(`${lower}.`)
    }
  })

  test.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
    // What older projects have. It does not read `exports`.
    ['esnext', 'node10'],
  ])('type-check, module %s, resolution %s', async (module, moduleResolution) => {
    await cp(resolve('test/package/consumer'), lowestProject, { recursive: true })
    const args = ['typeErrors.mjs', module, moduleResolution, 'explorer.tsx', 'viem.ts']
    const { stdout } = await run(process.execPath, args, { cwd: lowestProject })
    const { checked, errors } = JSON.parse(stdout) as { checked: number; errors: string[] }
    expect(errors).toEqual([])
    // The declarations of the package are among them.
    expect(checked).toBeGreaterThan(100)
  })

  test('run hooks, table and explorer, without a warning', async () => {
    expect(await runIn(lowestProject)).toMatchObject(asShown(lowest.react))
  })
})

test('the versions developed with run hooks, table and explorer, without a warning', async () => {
  expect(await runIn(inject('consumer'))).toMatchObject(asShown(manifest.devDependencies.react))
})
