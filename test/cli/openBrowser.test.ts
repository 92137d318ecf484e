import { expect, test } from 'vitest'
import { openCommand } from '../../src/cli/openBrowser.ts'

test.each(['win32', 'darwin', 'linux'] as const)('an address is one argument of no shell: %s', (platform) => {
  const [command, args] = openCommand('http://127.0.0.1:4747/token/#v=1&x=|calc.exe "a" b', platform)
  expect(command).not.toMatch(/cmd|sh/)
  expect(args.at(-1)).toBe('http://127.0.0.1:4747/token/#v=1&x=|calc.exe%20%22a%22%20b')
})
