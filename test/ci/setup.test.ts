import { describe, expect, test } from 'vitest'
import { installPackages, isInstalled, nodeProblem } from '../../.ci/setup.mjs'

describe('nodeProblem', () => {
  test.each(['20.19.0', '20.20.2', '22.12.0', '24.0.1', '30.0.0'])('Node %s is supported', (version) => {
    expect(nodeProblem(version)).toBeUndefined()
  })

  test.each(['12.0.0', '18.20.4', '20.18.3', '21.7.3', '22.11.0'])(
    'Node %s gets a message that says what to install',
    (version) => {
      expect(nodeProblem(version)).toBe(
        `Node ${version} is not supported: install Node 20.19 or later in its line, or 22.12 or later (https://nodejs.org).`,
      )
    },
  )
})

describe('isInstalled', () => {
  const lock = {
    packages: {
      '': { version: '0.1.0' },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/a-darwin-arm64': { version: '1.0.0', optional: true },
    },
  }
  const installed = { packages: { 'node_modules/a': { version: '1.0.0' } } }

  test('is true if all packages are there, except for those of other platforms', () => {
    expect(isInstalled(lock, installed)).toBe(true)
  })

  test('is false if a package is missing', () => {
    expect(isInstalled(lock, { packages: {} })).toBe(false)
  })

  test('is false if a version differs, of an optional package too', () => {
    expect(isInstalled(lock, { packages: { 'node_modules/a': { version: '1.0.1' } } })).toBe(false)
    const other = {
      'node_modules/a': { version: '1.0.0' },
      'node_modules/a-darwin-arm64': { version: '0.9.0' },
    }
    expect(isInstalled(lock, { packages: other })).toBe(false)
  })
})

describe('installPackages', () => {
  const install = async (...ends: readonly boolean[]) => {
    const calls: string[] = []
    const ended = installPackages(async (args) => {
      if (!ends[calls.push(args.join(' ')) - 1]) throw new Error('`npm ci` ended with code 1.')
    })
    return { calls, ended: await ended.then(String, ({ message }: Error) => message) }
  }
  const [cached, asked] = ['ci --no-audit --no-fund --prefer-offline', 'ci --no-audit --no-fund']

  test('does not ask the registry for packages in the cache', async () => {
    expect(await install(true)).toEqual({ calls: [cached], ended: 'undefined' })
  })

  test('asks the registry if the cache is older than the lock file', async () => {
    expect(await install(false, true)).toEqual({ calls: [cached, asked], ended: 'undefined' })
  })

  test('fails where both fail', async () => {
    expect(await install(false, false)).toEqual({
      calls: [cached, asked],
      ended: '`npm ci` ended with code 1.',
    })
  })
})
