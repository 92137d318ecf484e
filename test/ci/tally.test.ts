import { describe, expect, test } from 'vitest'
import { failuresOf, orEmpty, summary, tallyReport } from '../../.ci/tally.mjs'

const file = (part: { status: string; assertionResults: readonly { status: string }[] }) => ({
  name: 'test/a.test.ts',
  message: 'Cannot find module',
  status: part.status,
  assertionResults: part.assertionResults.map(({ status }, at) => ({
    status,
    fullName: `a thing ${at}`,
    failureMessages: status === 'failed' ? ['expected 1 to be 2'] : [],
  })),
})

const report = (part: Partial<Parameters<typeof tallyReport>[0]>) =>
  tallyReport({
    success: true,
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
    ...part,
  })

describe('tallyReport', () => {
  test('takes the counts of the report', () => {
    expect(report({ numPassedTests: 3, numPendingTests: 1, numTodoTests: 1 })).toEqual({
      passed: 3,
      failed: 0,
      skipped: 2,
    })
  })

  test('counts a file that could not be loaded as a failure', () => {
    const testResults = [
      file({ status: 'failed', assertionResults: [] }),
      file({ status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] }),
    ]
    expect(report({ success: false, numPassedTests: 1, numFailedTests: 1, testResults })).toEqual({
      passed: 1,
      failed: 2,
      skipped: 0,
    })
  })

  test('never passes a run that vitest calls a failure', () => {
    expect(report({ success: false, numPassedTests: 4 }).failed).toBe(1)
  })
})

test('failuresOf says where and why, of a file that could not be loaded too', () => {
  const testResults = [
    file({ status: 'passed', assertionResults: [{ status: 'passed' }] }),
    file({ status: 'failed', assertionResults: [] }),
    file({ status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] }),
  ]
  expect(failuresOf({ testResults })).toEqual([
    'test/a.test.ts\nCannot find module',
    'test/a.test.ts > a thing 1\nexpected 1 to be 2',
  ])
})

test('a step that ran nothing has failed', () => {
  expect(orEmpty({ passed: 0, failed: 0, skipped: 7 })).toEqual({
    passed: 0,
    failed: 1,
    skipped: 7,
    note: 'ran no tests',
  })
  expect(orEmpty({ passed: 1, failed: 0, skipped: 0 })).toEqual({ passed: 1, failed: 0, skipped: 0 })
})

describe('summary', () => {
  const step = (name: string, passed: number, failed: number, skipped = 0) => ({
    name,
    seconds: 1.25,
    tally: { passed, failed, skipped },
  })

  test('ends with one line over everything', () => {
    expect(summary([step('lint', 1, 0), step('unit', 40, 0)])).toMatchObject({
      line: '41 passed, 0 failed',
      ok: true,
    })
  })

  test('has the failures, each with the name of its step', () => {
    const { failures } = summary([
      step('lint', 1, 0),
      { ...step('unit', 1, 1), tally: { passed: 1, failed: 1, skipped: 0, failures: ['a > b\nwhy'] } },
    ])
    expect(failures).toEqual(['unit: a > b\nwhy'])
  })

  test('names what was skipped, and fails on any failure', () => {
    const { line, ok, rows } = summary([step('unit', 40, 2, 3), step('node', 5, 0)])
    expect({ line, ok }).toEqual({ line: '45 passed, 2 failed, 3 skipped', ok: false })
    expect(rows[0]).toMatch(/^✗ unit +1\.[23] s +40 passed +2 failed +3 skipped$/)
  })
})
