import { expect, test } from 'vitest'
import { parseArchiveOptions } from '../../src/cli/options/parseArchiveOptions.ts'
import { UsageError } from '../../src/cli/options/UsageError.ts'

test.each<[args: string[], message: RegExp]>([
  [['buil'], /no command archive buil\. There are: build, append, verify, serve, query/],
  [['build', '--rpc', 'http://x'], /Which folder\? .*archive build FOLDER/],
  [['build', 'a'], /Which node\? Pass --rpc URL/],
  [['build', 'a', '--rpc', 'x'], /--rpc takes a full URL/],
  [['build', 'a', 'b', '--rpc', 'http://x'], /“b” does not belong to an option/],
  [['build', 'a', '--rpc', 'http://x', '--logs-per-file', '0'], /--logs-per-file takes a whole number/],
  [['build', 'a', '--from', 'x.parquet'], /Which node\? The archive has block hashes/],
  [['build', 'a', '--rpc', 'http://x', '--to-block', '9'], /state the blocks of files: pass --from FOLDER/],
  [['build', 'a', '--rpc', 'http://x', '--from', './x', '--to', '9'], /stated by --to-block/],
  [
    ['build', 'a', '--rpc', 'http://x', '--from', './x', '--to-block', 'z'],
    /--to-block takes a block number/,
  ],
  [['append', 'a', '--rpc', 'http://x', '--address', '0x'], /no option --address/],
  [['verify', 'https://…'], /full URL of its manifest/],
  [['verify', 'a', '--samples', '3'], /--samples compares blocks with a node/],
  [['verify', 'a', '--public-key', '0xab'], /--public-key takes 64 lower-case hex digits/],
  [['build', 'a', '--rpc', 'http://x', '--sign', 'nowhere.pem'], /--sign: nowhere\.pem cannot be read/],
  [['serve', 'a', '--port', '99999'], /--port takes a number/],
  [['query', 'a'], /Which query\? Pass SQL in quotes/],
  [['query', 'a', '-f', 'nowhere.sql'], /--file: nowhere\.sql cannot be read/],
  [['query', 'a', 'select 1', '--format', 'xml'], /--format is one of table, ndjson, json, csv/],
])('%j is wrong usage, and the error says what would be right', (args, message) => {
  expect(() => parseArchiveOptions(args)).toThrow(UsageError)
  expect(() => parseArchiveOptions(args)).toThrow(message)
})

test.each([[[]], [['--help']], [['build', '-h']], [['query', '--help']]])('%j asks for help', (args) => {
  expect(parseArchiveOptions(args)).toBe('help')
})

test('--from of build is a block, or files whose blocks are stated apart', () => {
  const parse = (...args: string[]) => parseArchiveOptions(['build', 'a', '--rpc', 'http://x', ...args])
  expect(parse('--from', '7', '--to', '9')).toMatchObject({ files: undefined, from: '7', to: '9' })
  expect(parse('--from', '2026-01-01')).toMatchObject({ files: undefined, from: '2026-01-01' })
  const blocks = ['--from-block', '7', '--to-block', '9']
  expect(parse('--from', 'docs', ...blocks)).toMatchObject({ files: ['docs'], from: '7', to: '9' })
})

test('samples of a published archive are compared, too', () => {
  const args = ['verify', 'https://x/manifest.json', '--rpc', 'http://x', '--samples', '3']
  expect(parseArchiveOptions(args)).toMatchObject({ isPublished: true, samples: 3 })
})
