import { join } from 'node:path'
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
  [['--from', '-100'], /^--from needs a value, and “-100” is negative: .* write latest-100\.$/],
  [['--max-calls', '-1'], /^--max-calls needs a value, and “-1” is negative\.$/],
  [['--adress', '0x1'], /^There is no option --adress\. Did you mean --address\?$/],
  [['--xyzzy'], /^There is no option --xyzzy\.$/],
  [['-o', 'out.xlsx'], /^-o out\.xlsx: \.xlsx is none of \.ndjson, \.csv, \.json, \.parquet\. .*--format/],
  [['-o', 'logs.csv.gz'], /: \.gz is none of/],
  [['-o', join('no-such-folder', 'a.csv')], /^-o .*: there is no folder no-such-folder\.$/],
  [['--follow', '--estimate'], /^--follow has no end, and so no estimate/],
  [['--format', 'xml'], /--format is one of ndjson, csv, json, parquet/],
  [['--format', 'parquet'], /name a file with -o/],
  [['--follow', '--to', '9'], /leave out --to/],
  [['--follow', '--max-calls', '9'], /limit its calls per day with --quota/],
  [
    ['--follow', '--columns', 'from,value'],
    /^--follow needs the column block_number: .* Add it to --columns\.$/,
  ],
  [['--max-calls', '0'], /--max-calls takes a whole number/],
  [['Transfer'], /“Transfer” does not belong to an option/],
])('%j is wrong usage, and the error says what would be right', (args, message) => {
  expect(() => parse(...args)).toThrow(message)
})

test('-o - is standard output', () => {
  expect(parse('-o', '-')).toMatchObject({ output: undefined })
  expect(() => parse('-o', '-', '--format', 'parquet')).toThrow('Parquet is not text')
})

test.each(['a.csv', 'a.JSONL', 'a.parquet', 'a', '.hidden'])('-o %s needs no --format', (output) => {
  expect(parse('-o', output)).toMatchObject({ output })
})

test('another extension is written with --format', () => {
  expect(parse('-o', 'a.txt', '--format', 'csv')).toMatchObject({ output: 'a.txt', format: 'csv' })
})

test('separates names of events by commas, but not the arguments of a signature', () => {
  const signature = 'Transfer(address,address,uint256)'
  expect(parse('--event', 'Transfer, Approval', '--event', signature)).toMatchObject({
    event: ['Transfer', 'Approval', signature],
  })
})
