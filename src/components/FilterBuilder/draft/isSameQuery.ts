import { isObject } from '../../../base/unknownJson.ts'
import type { LogSearch } from '../../../logs/filter/LogSearch.ts'

/** Whether two queries are equal as text. */
export function isSameQuery(a: LogSearch, b: LogSearch): boolean {
  return text(a) === text(b)
}

function text(query: LogSearch): string {
  return JSON.stringify(query, (_key, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`
    if (!isObject(value)) return value
    const given = Object.entries(value).filter(([, one]) => one !== undefined)
    return Object.fromEntries(given.sort(([x], [y]) => (x < y ? -1 : 1)))
  })
}
