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

/** What vitest's JSON report says, in our words. A file that could not be loaded has no test in it, yet is a failure. */
export function tallyReport(report: Report): Tally

/** What failed, each with where and why. */
export function failuresOf(report: Pick<Report, 'testResults'>): string[]

/** A step in which nothing ran has failed: it can prove nothing. */
export function orEmpty(tally: Tally): Tally

/** What failed, the table of the steps, and the one line over everything. */
export function summary(results: readonly { name: string; seconds: number; tally: Tally }[]): {
  failures: string[]
  rows: string[]
  line: string
  ok: boolean
}
