import { expect, test } from 'vitest'
import { parseLogsOptions } from '../../src/cli/options/parseLogsOptions.ts'

const parse = (...args: readonly string[]) => parseLogsOptions(['--rpc', 'http://x', ...args])

test('takes the key that must have signed the archive', () => {
  const publicKey = 'ab'.repeat(32)
  expect(parse('--archive', 'usdc', '--public-key', publicKey)).toMatchObject({ archive: 'usdc', publicKey })
})

test.each<[args: string[], message: RegExp]>([
  [['--archive', 'usdc', '--public-key', '0xab'], /--public-key takes 64 lower-case hex digits/],
  [['--public-key', 'ab'.repeat(32)], /name it with --archive URL/],
  [['--event'], /^--event needs a value\.$/],
  [['--from', '--to', '9'], /^--from needs a value\.$/],
  [['--address', ''], /^--address needs a value\.$/],
  [['--address', ' , '], /^--address needs a value\.$/],
  [['--columns='], /^--columns needs a value\.$/],
  [['-o', ''], /^--output needs a value\.$/],
  [['-o'], /^-o needs a value\.$/],
  [['-o', '--quiet'], /^-o needs a value\.$/],
  [['--follow', '--estimate'], /^--follow has no end, and so no estimate/],
])('%j is wrong usage, and the error says what would be right', (args, message) => {
  expect(() => parse(...args)).toThrow(message)
})
