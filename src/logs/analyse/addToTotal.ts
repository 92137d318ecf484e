import type { LogGroup } from './groupLogs.ts'

/** How many logs, and what their numbers come to. */
export type LogTotal = { -readonly [key in 'count' | 'sum' | 'sumOf']: LogGroup[key] }

/** Adds logs to others. Numbers of several contracts stay added up, but no longer have an owner. */
export function addToTotal(total: LogTotal, { count, sum, sumOf }: Readonly<LogTotal>): void {
  total.count += count
  if (sum === undefined) return
  if (total.sum === undefined) total.sumOf = sumOf
  else if (total.sumOf !== sumOf) total.sumOf = undefined
  total.sum = (total.sum ?? 0n) + sum
}
