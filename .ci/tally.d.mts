export interface Tally {
  passed: number
  failed: number
  skipped: number
  note?: string
}

interface Report {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: readonly { status: string; assertionResults: readonly { status: string }[] }[]
}

/** What vitest's JSON report says, in our words. A file that could not be loaded has no test in it, yet is a failure. */
export function tallyReport(report: Report): Tally

/** A step in which nothing ran has failed: it can prove nothing. */
export function orEmpty(tally: Tally): Tally

/** The table of the steps, and the one line over everything. */
export function summary(results: readonly { name: string; seconds: number; tally: Tally }[]): {
  rows: string[]
  line: string
  ok: boolean
}
