import type { Subject } from './Subject.ts'
import { check } from './ScanWatch.ts'
import type { World } from './world.ts'

/** Milliseconds between two polls of a page that nobody looks at, and between two questions to a silent socket. */
const hiddenPace = 120_000
const heartbeat = 55_000

/**
 * How many calls following may take, faults and all:
 *
 * - While things happen: twice the polls that are due, and twice one call of the network and one of each follower for
 *   each block and each thing that happens (a fault, a reorg, a sleep, somebody who comes or pauses), and for five more
 *   to begin with. So a fault costs no more than a block does, and nothing multiplies.
 * - While nothing happens and nobody looks: a poll of the head every two minutes, two calls of each filter on a node as
 *   often, a question to the socket every minute or so, one audit of each follower (an anchor, the next one, the
 *   blocks between, in as many parts as an endpoint has taught to, the head), and fifteen for what had failed before.
 */
export class RequestBound {
  readonly #world: World
  readonly #subjects: readonly Subject[]
  #since = { calls: 0, awake: 0, notes: 0 }
  #blocks = 0
  /** Calls in which what is not final is read. */
  #parts = 1

  constructor(world: World, subjects: readonly Subject[]) {
    this.#world = world
    this.#subjects = subjects
    world.node.chain.onChange(({ added }) => {
      this.#blocks += added.length
    })
  }

  begin(): void {
    const { node, clock, notes } = this.#world
    this.#since = { calls: node.calls.length, awake: clock.awake, notes: notes.length }
    this.#blocks = 0
    const { pool, finality } = this.#world
    const limits = pool
      .getStatus()
      .map((one) => one.limits.blockRange ?? one.expiredLimits?.blockRange ?? Infinity)
    const narrowest = Math.min(...limits)
    this.#parts = Math.max(1, Math.ceil((2 * finality) / narrowest))
  }

  /** Things happened since it began. */
  endOfLife(): void {
    const { calls, time, happened } = this.#passed()
    const polls = this.#subjects.reduce((sum, { pollingInterval }) => sum + time / pollingInterval, 0)
    const most = 2 * (polls + (this.#blocks + happened + 5) * (1 + this.#subjects.length))
    check(
      calls <= most,
      `${calls} calls, and not ${Math.ceil(most)}, for ${this.#blocks} blocks, ${happened} things and ${polls} polls`,
    )
  }

  /** Nothing happened since it began, and nobody looked. */
  endOfRest(): void {
    const { calls, time } = this.#passed()
    const filters = this.#subjects.filter(({ isFilter }) => isFilter).length
    const polls = time / hiddenPace
    const most = (1 + 2 * filters) * polls + time / heartbeat + (3 + this.#parts) * this.#subjects.length + 15
    check(calls <= most, `${calls} calls, and not ${Math.ceil(most)}, while nothing happened`)
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
