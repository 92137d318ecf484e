// Counts what a step of the tests did.

/** What vitest's JSON report says, in our words. A file that could not be loaded has no test in it, yet is a failure. */
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

/** What failed, each with where and why: the last lines of a run must tell, for the first are far away. */
export function failuresOf(report) {
  return report.testResults
    .filter((file) => file.status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed')
      if (failed.length === 0) return [`${name}\n${message}`]
      return failed.map((test) => `${name} > ${test.fullName}\n${test.failureMessages.join('\n')}`)
    })
}

/** A step in which nothing ran has failed: it can prove nothing. */
export function orEmpty(tally) {
  return tally.passed + tally.failed === 0 ? { ...tally, failed: 1, note: 'ran no tests' } : tally
}

/** What failed, the table of the steps, and the one line over everything. */
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
