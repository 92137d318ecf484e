import { expect, test } from 'vitest'
import { completion } from '../../src/cli/completion.ts'
import { explorerFlags, logsFlags } from '../../src/cli/flags.ts'
import { logsHelp, mainHelp } from '../../src/cli/help.ts'

const complete = (...words: readonly string[]) => completion(['--', ...words]).split('\n')

test.each([
  [['lo'], ['logs']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [
    ['logs', '--fo'],
    ['--format', '--follow'],
  ],
  [
    ['logs', '--format', ''],
    ['ndjson', 'csv', 'json', 'parquet'],
  ],
  [['logs', '-o', 'a'], [':file']],
  [['logs', '--cache', ''], [':folder']],
  [['logs', '--event', 'logs', '--que'], ['']],
  [['--query', '--op'], ['']],
])('%j offers %j', (words, offered) => {
  expect(complete(...words)).toEqual(offered)
})

test('an option is offered again only if it may be repeated', () => {
  const offered = complete('logs', '--rpc', 'URL', '--from', '0', '--')
  expect(offered).toContain('--rpc')
  expect(offered).not.toContain('--from')
})

test('names shells that have no script', () => {
  expect(() => completion(['tcsh'])).toThrow('takes the name of a shell: bash, zsh, fish')
})

test.each([
  [explorerFlags, mainHelp],
  [logsFlags, logsHelp],
])('the help describes every option', (flags, help) => {
  for (const name of Object.keys(flags)) expect(help).toMatch(new RegExp(`--${name}\\b`))
})
