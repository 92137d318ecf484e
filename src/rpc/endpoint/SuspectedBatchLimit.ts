interface Suspicion {
  /** The smallest message that was refused. */
  readonly refused: number
  readonly limit: number
  readonly since: number
  /** When a smaller message was answered. */
  readonly answeredAt: number | undefined
}

/**
 * A limit of calls per message that one refusal suggests without saying so, such as a bare status: the endpoint may have failed
 * for a moment. Messages stay below it until one of them is answered. Then a longer one is tried again: if it is refused as well,
 * the limit is real.
 */
export class SuspectedBatchLimit {
  #suspicion: Suspicion | undefined

  /** The most calls to send in one message; `undefined` for any number. */
  get cap(): number | undefined {
    return this.#suspicion?.answeredAt === undefined ? this.#suspicion?.limit : undefined
  }

  /** Records that a message was refused, and what limit that suggests. Returns the limit once it is known to be real. */
  refused(calls: number, limit: number, { sentAt, now }: MessageTimes): number | undefined {
    const before = this.#suspicion
    if (before === undefined || calls <= before.limit)
      this.#suspicion = { refused: calls, limit, since: now, answeredAt: undefined }
    else if (before.answeredAt !== undefined && sentAt >= before.answeredAt) {
      this.#suspicion = undefined
      return before.limit
    }
    return undefined
  }

  answered(calls: number, { sentAt, now }: MessageTimes): void {
    const before = this.#suspicion
    if (!before) return
    if (calls >= before.refused) this.#suspicion = undefined
    else if (sentAt >= before.since)
      this.#suspicion = {
        ...before,
        limit: Math.max(calls, before.limit),
        answeredAt: before.answeredAt ?? now,
      }
  }
}

interface MessageTimes {
  readonly sentAt: number
  readonly now: number
}
