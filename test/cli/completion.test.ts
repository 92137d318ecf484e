import { expect, test } from 'vitest'
import { completion } from '../../src/cli/options/completion.ts'
import { archiveFlags, explorerFlags, logsFlags } from '../../src/cli/options/flags.ts'
import { archiveHelp, logsHelp, mainHelp } from '../../src/cli/options/help.ts'

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
  [['archive', 'ver'], ['verify']],
  [['archive', 'build', ''], [':folder']],
  [['archive', 'build', 'a', '--wo'], ['--words']],
  [['archive', 'query', 'a', '--format', 't'], ['table']],
  [
    ['help', ''],
    ['logs', 'archive', 'completion'],
  ],
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

test('has help of its own', () => {
  expect(completion(['--help'])).toMatch(/Usage\n {2}topic0 completion bash\|zsh\|fish/)
})

test('names shells that have no script', () => {
  expect(() => completion(['tcsh'])).toThrow('takes the name of a shell: bash, zsh, fish')
})

test.each([
  [explorerFlags, mainHelp],
  [logsFlags, logsHelp],
  [Object.assign({}, ...Object.values(archiveFlags)) as object, archiveHelp],
])('the help describes every option', (flags, help) => {
  for (const name of Object.keys(flags)) expect(help).toMatch(new RegExp(`--${name}\\b`))
})
