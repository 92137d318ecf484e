import type { Clock } from '../../rpc/Clock.ts'
import type { Head } from '../chain/readHeader.ts'

/** Milliseconds between two audits while blocks are read one by one, or skipped because of their bloom. */
const auditInterval = 600_000
/** The same while each sync reads all recent blocks: audits then only look for deeper reorgs. */
const rareAuditInterval = 3_600_000

/** Decides when to audit: to read all blocks with logs in memory again, and compare them. */
export class AuditSchedule {
  readonly #clock: Clock
  #lastAt: number | undefined
  /** The head of the last audit. */
  #audited: Head | undefined
  /** Whether blocks were read one by one since all recent ones were last read as a range. */
  #isByBlock = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether there was an audit; the first read counts as one. */
  get hasBegun(): boolean {
    return this.#lastAt !== undefined
  }

  /** Milliseconds until an audit is due at the head of the last sync; `undefined` when there is nothing to audit. */
  dueIn(tip: Head | undefined): number | undefined {
    if (!tip || tip.hash === this.#audited?.hash || this.#lastAt === undefined) return undefined
    const interval = this.#isByBlock ? auditInterval : rareAuditInterval
    return Math.max(0, this.#lastAt + interval - this.#clock.now())
  }

  /** Notes that a block was read alone. */
  noteBlock(): void {
    this.#isByBlock = true
  }

  /** Notes that all recent blocks were read as a range. */
  noteRange(): void {
    this.#isByBlock = false
  }

  /** Notes an audit. Without `head`, some blocks were read for the first time, so they were not compared. */
  noteAudit(head: Head | undefined): void {
    this.#lastAt = this.#clock.now()
    this.#audited = head
  }
}
