import { describe, expect, test } from 'vitest'
import { parseRetryAfter } from '../../../src/rpc/classify/parseRetryAfter.ts'

const now = Date.UTC(2026, 10, 21, 12)

describe('parseRetryAfter', () => {
  test.each<[string | null, number | undefined]>([
    ['0', 0],
    ['120', 120_000],
    [' 1.5 ', 1_500],
    ['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
    ['Saturday, 21-Nov-26 12:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2020 12:00:30 GMT', 0],
    ['999999999', 86_400_000],
    ['Fri, 21 Nov 2036 12:00:30 GMT', 86_400_000],
    ['-5', undefined],
    ['soon', undefined],
    ['soon 1', undefined],
    ['', undefined],
    [null, undefined],
  ])('%j', (header, wait) => {
    expect(parseRetryAfter(header, now)).toBe(wait === undefined ? undefined : now + wait)
  })
})
