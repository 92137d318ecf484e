// Counts the tests of a step.

/** Counts the tests of vitest's JSON report. A file that could not be loaded has no tests, but counts as a failure. */
export function tallyReport(report) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, success } = report
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length
  const failed = numFailedTests + unloaded
  return {
    passed: numPassedTests,
    failed: failed === 0 && !success ? 1 : failed,
    skipped: numPendingTests + numTodoTests,
  }
}

/** The failures, each with its place and reason, to be repeated at the end of a run. */
export function failuresOf(report) {
  return report.testResults
    .filter((file) => file.status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed')
      if (failed.length === 0) return [`${name}\n${message}`]
      return failed.map((test) => `${name} > ${test.fullName}\n${test.failureMessages.join('\n')}`)
    })
}

/** A step that ran no tests has failed. */
export function orEmpty(tally) {
  return tally.passed + tally.failed === 0 ? { ...tally, failed: 1, note: 'ran no tests' } : tally
}

/** The failures, a table of the steps, and a line with the totals. */
export function summary(results) {
  const width = Math.max(...results.map(({ name }) => name.length), 4)
  const rows = results.map(({ name, seconds, tally, note = tally.note }) =>
    [
      tally.failed > 0 ? '✗' : '✓',
      name.padEnd(width),
      `${seconds.toFixed(1)} s`.padStart(8),
      `${tally.passed} passed`.padStart(12),
      `${tally.failed} failed`.padStart(10),
      ...(tally.skipped > 0 ? [`${tally.skipped} skipped`.padStart(11)] : []),
      ...(note ? [` ${note}`] : []),
    ].join(' '),
  )
  const sum = (key) => results.reduce((total, { tally }) => total + tally[key], 0)
  const skipped = sum('skipped')
  const line = `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  const failures = results.flatMap(({ name, tally }) =>
    (tally.failures ?? []).map((failure) => `${name}: ${failure}`),
  )
  return { failures, rows, line, ok: sum('failed') === 0 }
}
