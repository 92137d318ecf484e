import { expect, test } from 'vitest'
import { CallLimitError, describeError } from '../../src/cli/outcome.ts'
import { RunBudget } from '../../src/cli/RunBudget.ts'
import { QuotaExceededError } from '../../src/errors/QuotaExceededError.ts'
import { systemClock } from '../../src/rpc/Clock.ts'
import { DailyBudget } from '../../src/rpc/DailyBudget.ts'

const network = { id: 3721, name: 'Xone' }

/** A day's budget whose clock a test moves. */
function setUp(quota?: number) {
  let now = Date.UTC(2026, 0, 1, 23, 59)
  const clock = { ...systemClock, now: () => now }
  const daily = new DailyBudget({ network, quota, clock, storage: null, channel: null })
  return { daily, passMidnight: () => (now += 120_000) }
}

test('--max-calls counts the calls of the command, also those before midnight', () => {
  const { daily, passMidnight } = setUp()
  const budget = new RunBudget(daily, network.name, 5)
  budget.spend(3)
  passMidnight()
  expect(budget.calls).toBe(3)
  expect(budget.getStatus()).toMatchObject({ used: 0, remaining: 2 })
  expect(() => budget.spend(3)).toThrow(CallLimitError)
  budget.spend(2)
  expect(budget.calls).toBe(5)
})

test('--max-calls does not count the calls of other commands', () => {
  const { daily } = setUp()
  const budget = new RunBudget(daily, network.name, 5)
  daily.spend(100)
  budget.spend(5)
  expect(budget.calls).toBe(5)
})

test('the lower of both limits applies, and the error names it', () => {
  const { daily } = setUp(10)
  const budget = new RunBudget(daily, network.name, 20)
  daily.spend(8)
  expect(budget.getStatus().remaining).toBe(2)
  expect(() => budget.spend(3)).toThrow(QuotaExceededError)
  expect(() => budget.spend(3)).not.toThrow(CallLimitError)
  const ownOf = (quota: number) =>
    describeError(new CallLimitError(network.name, { used: quota, quota, resetsAt: 0 }))
  expect(ownOf(5)).toEqual(['The limit of 5 calls is reached: raise --max-calls to continue.'])
  expect(ownOf(1)).toEqual(['The limit of 1 call is reached: raise --max-calls to continue.'])
})
