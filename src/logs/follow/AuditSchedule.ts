import type { Clock } from '../../rpc/Clock.ts'
import type { Head } from '../chain/readHeader.ts'

/** Milliseconds between two audits while blocks are read one by one, or skipped because of their bloom. */
const auditInterval = 600_000
/** The same while each sync reads all recent blocks: audits then only look for deeper reorgs. */
const rareAuditInterval = 3_600_000
/** Milliseconds after which a head is confirmed if no other has followed. */
const confirmAfter = 30_000

/** Decides when to confirm a head, and when to audit: to read all blocks with logs in memory again, and compare them. */
export class AuditSchedule {
  readonly #clock: Clock
  #lastAt: number | undefined
  /** The head of the last audit. */
  #audited: Head | undefined
  /** Whether blocks were read one by one since all recent ones were last read as a range. */
  #isByBlock = false
  /** When the last range was read, if its endpoint may have lost the head before it answered. */
  #unconfirmedSince: number | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether there was an audit; the first read counts as one. */
  get hasBegun(): boolean {
    return this.#lastAt !== undefined
  }

  /** Milliseconds until the last range must be read again if no other head follows; `undefined` if its head is confirmed. */
  get confirmIn(): number | undefined {
    return this.#unconfirmedSince === undefined ? undefined : this.#left(this.#unconfirmedSince, confirmAfter)
  }

  /** Milliseconds until an audit is due at the head of the last sync; `undefined` when there is nothing to audit. */
  dueIn(tip: Head | undefined): number | undefined {
    if (!tip || tip.hash === this.#audited?.hash || this.#lastAt === undefined) return undefined
    const interval = this.#isByBlock ? auditInterval : rareAuditInterval
    return this.#left(this.#lastAt, interval)
  }

  /** Notes that a block was read alone. */
  noteBlock(): void {
    this.#isByBlock = true
  }

  /** Notes that all recent blocks were read as a range. */
  noteRange(isConfirmed: boolean): void {
    this.#isByBlock = false
    this.#unconfirmedSince = isConfirmed ? undefined : this.#clock.now()
  }

  /** Notes an audit. Without `head`, some blocks were read for the first time, so they were not compared. */
  noteAudit(head: Head | undefined): void {
    this.#lastAt = this.#clock.now()
    this.#audited = head
  }

  #left(since: number, interval: number): number {
    return Math.max(0, since + interval - this.#clock.now())
  }
}
