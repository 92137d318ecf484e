import { expect, test } from 'vitest'
import { releaseProblem } from '../../.ci/release.mjs'

/** A tree whose `git status` gives these texts in turn, and whose checks pass but for `red`. */
function check({ statuses = [''], red }: { statuses?: string[]; red?: string }) {
  const ran: string[] = []
  const left = [...statuses]
  const problem = releaseProblem({
    status: () => left.shift() ?? statuses.at(-1)!,
    passes: (steps) => {
      ran.push(steps.join(' ') || 'all')
      return ran.at(-1) !== red
    },
  })
  return { problem, ran }
}

test('a clean tree whose checks pass is released', () => {
  expect(check({})).toEqual({ problem: undefined, ran: ['all', 'consumers'] })
})

test('uncommitted changes stop it before any check', () => {
  const { problem, ran } = check({ statuses: [' M src/index.ts\n'] })
  expect(problem).toContain('src/index.ts')
  expect(ran).toEqual([])
})

test('a failing check stops it and is named', () => {
  expect(check({ red: 'all' })).toMatchObject({ problem: expect.stringMatching(/npm test$/), ran: ['all'] })
  expect(check({ red: 'consumers' }).problem).toMatch(/npm test -- consumers$/)
})

test('files that the checks changed stop it', () => {
  expect(check({ statuses: ['', '?? test/new.snap'] }).problem).toContain('test/new.snap')
})
