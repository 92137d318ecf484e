export interface Tally {
  passed: number
  failed: number
  skipped: number
  note?: string
  failures?: readonly string[]
}

interface TestFile {
  name: string
  status: string
  message: string
  assertionResults: readonly { status: string; fullName: string; failureMessages: readonly string[] }[]
}

interface Report {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: readonly TestFile[]
}

/** Counts the tests of vitest's JSON report. A file that could not be loaded has no tests, but counts as a failure. */
export function tallyReport(report: Report): Tally

/** The failures, each with its place and reason. */
export function failuresOf(report: Pick<Report, 'testResults'>): string[]

/** A step that ran no tests has failed. */
export function orEmpty(tally: Tally): Tally

/** The failures, a table of the steps, and a line with the totals. */
export function summary(results: readonly { name: string; seconds: number; tally: Tally }[]): {
  failures: string[]
  rows: string[]
  line: string
  ok: boolean
}
