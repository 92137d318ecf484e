import fc from 'fast-check'
import { parseAbiItem } from 'viem'
import { expect, test } from 'vitest'
import { toUseLogsCode } from '../../src/logs/filter/formats/toUseLogsCode.ts'
import type { LogSearch } from '../../src/logs/filter/LogSearch.ts'
import { arbitrarySearch } from '../logs/filter/arbitraryQuery.ts'
import { compileExamples } from './compileExamples.ts'

const token = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

const typical: LogSearch = {
  address: token,
  events: [transfer],
  args: { to: token },
  where: [{ arg: 2, is: 'atLeast', values: [10n ** 18n] }],
  fromBlock: 18_000_000n,
  order: 'desc',
}

test('generated code reads as people write it', () => {
  expect(toUseLogsCode(typical)).toMatchInlineSnapshot(`
    "import { matchesWhere, useLogs } from 'topic0'
    import { parseAbiItem } from 'viem'

    const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

    const logs = useLogs({
      address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      event: transfer,
      args: { to: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' },
      fromBlock: 18_000_000n,
      order: 'desc',
    })

    // Nodes cannot filter by these: they are compared here.
    const where = [{ arg: 2, is: 'atLeast', values: [1_000_000_000_000_000_000n] }] as const
    const found = logs.data?.filter((log) => matchesWhere(log.decoded, where))"
  `)
  expect(toUseLogsCode({})).toBe("import { useLogs } from 'topic0'\n\nconst logs = useLogs()")
})

test('generated code compiles against the exports, whatever the query', async () => {
  const searches = [{}, typical, ...fc.sample(arbitrarySearch, { numRuns: 60, seed: 7 })]
  const examples = searches.map((search, index) => ({
    file: `query ${index}`,
    line: 1,
    language: 'tsx',
    code: toUseLogsCode(search),
  }))
  const problems = await compileExamples(examples)
  expect(problems.flatMap((said, index) => said.map((one) => `${one}\n${examples[index]!.code}`))).toEqual([])
})
