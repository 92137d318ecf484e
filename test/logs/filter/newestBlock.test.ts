import { describe, expect, test } from 'vitest'
import { emptyDraft } from '../../../src/components/FilterBuilder/draft/FilterDraft.ts'
import { draftContext, parseDraft } from '../../../src/components/FilterBuilder/draft/parseDraft.ts'
import { english } from '../../../src/components/locales/english.ts'
import { InvalidQueryError } from '../../../src/errors/InvalidQueryError.ts'
import { parseCastCommand } from '../../../src/logs/filter/formats/parseCastCommand.ts'
import { parseRpcRequest } from '../../../src/logs/filter/formats/parseRpcRequest.ts'
import { parseShareLink } from '../../../src/logs/filter/formats/parseShareLink.ts'
import { parseLogQuery } from '../../../src/logs/filter/parseLogQuery.ts'

type End = 'fromBlock' | 'toBlock'
interface Issue {
  readonly path: string
  readonly message: string
}

/** What is wrong with a query whose range begins or ends with this block, by the ways in which it enters. */
const ways: Record<string, (end: End, block: bigint) => readonly Issue[]> = {
  query: (end, block) => issuesOf(() => parseLogQuery({ [end]: block })),
  link: (end, block) =>
    issuesOf(() => parseShareLink(`#${end === 'fromBlock' ? 'from' : 'to'}=${block}&v=1`)),
  'pasted request': (end, block) => {
    const other = end === 'fromBlock' ? 'toBlock' : 'fromBlock'
    const body = { [end]: `0x${block.toString(16)}`, [other]: end === 'fromBlock' ? 'latest' : '0x1' }
    return issuesOf(() => parseRpcRequest(JSON.stringify(body)))
  },
  'pasted cast line': (end, block) =>
    issuesOf(() => parseCastCommand(`cast logs --${end === 'fromBlock' ? 'from' : 'to'}-block ${block}`)),
  'number in the form': (end, block) => draftIssues(end, `${block}`),
  'hex number in the form': (end, block) => draftIssues(end, `0x${block.toString(16)}`),
}

function issuesOf(parse: () => unknown): readonly Issue[] {
  try {
    parse()
    return []
  } catch (error) {
    if (error instanceof InvalidQueryError) return error.issues
    throw error
  }
}

function draftIssues(end: End, text: string): readonly Issue[] {
  const result = parseDraft({ ...emptyDraft, [end]: text }, draftContext([], [], english))
  return 'issues' in result ? result.issues : []
}

describe.each(Object.keys(ways))('%s', (way) => {
  test.each<End>(['fromBlock', 'toBlock'])('%s is a block that nodes accept', (end) => {
    const issues = (block: bigint) => ways[way]!(end, block)
    expect(issues(2n ** 63n - 1n)).toEqual([])
    for (const block of [2n ** 63n, 2n ** 64n, 10n ** 30n])
      expect(issues(block)).toMatchObject([{ path: end, message: `No chain has a block ${block}.` }])
  })
})
