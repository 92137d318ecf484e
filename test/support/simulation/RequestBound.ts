import { partsOf } from '../../../src/logs/filter/Filter.ts'
import { check } from './check.ts'
import type { Subject } from './Subject.ts'
import type { World } from './world.ts'

/** Milliseconds between two polls of a hidden page, and between two checks of a silent socket. */
const hiddenPace = 120_000
const heartbeat = 55_000
/** Calls that read a range again in halves, each with the header that confirms it. */
const halves = 4

/**
 * The most calls that following may take, faults included:
 *
 * - While blocks and incidents happen: twice the due polls, and for each block and incident (a fault, a reorg, a sleep, a
 *   listener that joins or pauses), and five more at the start, twice one call of the network and one read of each
 *   follower. So a fault costs no more than a block, and nothing multiplies. Where an endpoint takes only narrow ranges,
 *   or sends few logs at once, an incident may cost all recent blocks in parts, each with the header that confirms it. So may
 *   a few errors that look like a limit: a range in halves.
 * - On a quiet network with a hidden page: a poll of the head and two calls per filter every two minutes, a check of the
 *   socket every minute or so, one audit per follower (two checkpoints, the blocks between in as many chunks as endpoints
 *   need, one of them again in halves because as many logs as nodes cut off at came, the head), the same again for those that have not caught up yet, and fifteen calls to recover from earlier failures.
 */
export class RequestBound {
  readonly #world: World
  readonly #subjects: readonly Subject[]
  #since = { calls: 0, awake: 0, notes: 0 }
  #blocks = 0
  /** The fewest blocks that an endpoint has surely taken: a read that began then may go on in such parts. */
  #narrowest = Number.POSITIVE_INFINITY
  /** Calls that an audit needs with the limits that were known at the beginning. */
  #audit = 0
  /** Calls that followers still need to catch up. */
  #catchUp = 0

  constructor(world: World, subjects: readonly Subject[]) {
    this.#world = world
    this.#subjects = subjects
    world.node.chain.onChange(({ added }) => {
      this.#blocks += added.length
    })
    world.watchers.push(() => {
      for (const { faults } of world.node.endpoints) {
        const { maxBlockRange = Number.POSITIVE_INFINITY, maxResults = Number.POSITIVE_INFINITY } = faults
        const together = Math.max(1, Math.floor(maxResults / world.densest))
        this.#narrowest = Math.min(this.#narrowest, maxBlockRange, together)
      }
    })
  }

  begin(): void {
    const { node, clock, notes } = this.#world
    this.#since = { calls: node.calls.length, awake: clock.awake, notes: notes.length }
    this.#blocks = 0
    const behind = this.#subjects.filter((subject) => !subject.report().isLive)
    const limits = this.#world.pool
      .getStatus()
      .map((one) => one.limits.blockRange ?? one.expiredLimits?.blockRange ?? Infinity)
    this.#audit = this.#partsAt(Math.min(...limits)) * countReads(this.#subjects)
    const { head } = this.#world.node.chain
    this.#catchUp = behind.reduce((sum, subject) => {
      const from = subject.report().verifiedTo ?? subject.start ?? head
      const backlog = Number(head > from ? head - from : 0n)
      return (
        sum +
        2 * (this.#partsAt(this.#narrowest) + Math.ceil(backlog / this.#narrowest)) * countReads([subject])
      )
    }, 0)
  }

  /** Checks a period with incidents. */
  endOfLife(): void {
    const { calls, time, happened } = this.#passed()
    const polls = this.#subjects.reduce((sum, { pollingInterval }) => sum + time / pollingInterval, 0)
    const reads = countReads(this.#subjects)
    const inParts = (2 * (this.#partsAt(this.#narrowest) - 1) + halves) * reads
    const most = 2 * (polls + (this.#blocks + happened + 5) * (1 + reads)) + happened * inParts
    check(
      calls <= most,
      `${calls} calls, and not ${Math.ceil(most)}, for ${this.#blocks} blocks, ${happened} things and ${polls} polls`,
    )
  }

  /** Checks a quiet period on a hidden page. */
  endOfRest(): void {
    const { calls, time } = this.#passed()
    const filters = this.#subjects.filter(({ isFilter }) => isFilter).length
    const polls = time / hiddenPace
    const audits = (3 + halves) * this.#subjects.length + this.#audit + this.#catchUp
    const most = (1 + 2 * filters) * polls + time / heartbeat + audits + 15
    check(calls <= most, `${calls} calls, and not ${Math.ceil(most)}, while nothing happened`)
  }

  /** Calls that read the blocks that are not final, `limit` blocks at a time. */
  #partsAt(limit: number): number {
    return Math.max(1, Math.ceil((2 * this.#world.finality) / limit))
  }

  #passed() {
    const { node, clock, notes } = this.#world
    const { calls, awake, notes: noted } = this.#since
    return {
      calls: node.calls.length - calls,
      time: clock.awake - awake,
      happened: notes.length - noted,
    }
  }
}

/** Calls of one read of each follower: one per part of its filter, and the head once more where there are several. */
function countReads(subjects: readonly Subject[]): number {
  const parts = subjects.map(({ filter }) => partsOf(filter).length)
  return parts.reduce((sum, count) => sum + (count === 1 ? 1 : count + 1), 0)
}
