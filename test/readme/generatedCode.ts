import fc from 'fast-check'
import { parseAbiItem } from 'viem'
import { toUseLogsCode } from '../../src/logs/filter/formats/toUseLogsCode.ts'
import type { LogSearch } from '../../src/logs/filter/LogSearch.ts'
import { arbitrarySearch } from '../logs/filter/arbitraryQuery.ts'
import type { Example } from './findExamples.ts'

const token = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

export const typicalSearch: LogSearch = {
  address: token,
  events: [transfer],
  args: { to: token },
  where: [{ arg: 2, is: 'atLeast', values: [10n ** 18n] }],
  fromBlock: 18_000_000n,
  order: 'desc',
}

const searches = [{}, typicalSearch, ...fc.sample(arbitrarySearch, { numRuns: 60, seed: 7 })]

/** The code that is generated for queries of any kind. */
export const generatedCode: readonly Example[] = searches.map((search, index) => ({
  file: `query ${index}`,
  line: 1,
  language: 'tsx',
  code: toUseLogsCode(search),
}))
