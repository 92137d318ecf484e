import { parseRetryAfter } from '../../../src/rpc/classify/parseRetryAfter.ts'
import type { TestCall } from '../../../src/testing/EndpointFaults.ts'
import type { RecordedCall } from '../../../src/testing/TestNode.ts'
import type { FakeNode } from '../startFakeNode.ts'
import { check } from './check.ts'
import type { VirtualClock } from './VirtualClock.ts'

/** A pending call. Its tag is the last of its parameters. */
export interface Asked {
  readonly tag: string
  aborted: boolean
  settled: boolean
}

interface Message {
  readonly endpoint: string
  readonly tags: readonly string[]
  readonly signal: AbortSignal | undefined
  readonly calls: readonly RecordedCall[]
}

/** Most messages in flight to one endpoint, and before it has answered any; one more for its chain id. */
const maxAtOnce = 24 + 1
const maxAtFirst = 6 + 1

/** Checks every message that is sent, and throws at the first that must not be. */
export class WireWatch {
  readonly fetch: typeof globalThis.fetch
  readonly asked = new Map<string, Asked>()
  /** Messages that were aborted in flight. */
  readonly givenUp = new Set<RecordedCall>()
  /** Calls that were sent. */
  calls = 0
  /** The first failed check: an error thrown by `fetch` would be handled as a network error. */
  fault: Error | undefined
  readonly #underWay = new Set<Message>()
  /** When endpoints accept calls again, by their own account. */
  readonly #restUntil = new Map<string, number>()
  readonly #answered = new Set<string>()
  readonly #clock: VirtualClock

  constructor(node: FakeNode, clock: VirtualClock) {
    this.#clock = clock
    this.fetch = async (input, init) => {
      const endpoint = new URL(String(input)).host
      const body = [JSON.parse(String(init?.body)) as TestCall | TestCall[]].flat()
      const first = node.calls.length
      const answer = node.fetch(input, init)
      const tags = body.flatMap(({ params }) => {
        const tag = params.at(-1)
        return typeof tag === 'string' && tag.startsWith('#') ? [tag] : []
      })
      const message = { endpoint, tags, signal: init?.signal ?? undefined, calls: node.calls.slice(first) }
      this.calls += body.length
      this.#try(() => this.#left(message))
      this.#underWay.add(message)
      try {
        const response = await answer
        if (!message.signal?.aborted) this.#hasAnswered(endpoint, response)
        return response
      } finally {
        this.#underWay.delete(message)
        if (message.signal?.aborted) for (const call of message.calls) this.givenUp.add(call)
      }
    }
  }

  /** After an abort, messages without a waiting call must not be in flight. The pool's own calls, which have no tags, wait. */
  checkAborted(): void {
    for (const { tags, calls, signal } of this.#underWay)
      if (tags.length === calls.length && tags.every((tag) => this.asked.get(tag)?.settled))
        check(signal?.aborted === true, `${tags.join()} is still in flight after its abort`)
  }

  #left({ endpoint, tags }: Message): void {
    const now = this.#clock.now()
    for (const tag of tags) {
      check(!this.asked.get(tag)?.aborted, `${tag} was sent after its abort`)
      check(!this.asked.get(tag)?.settled, `${tag} was sent after it had been settled`)
    }
    for (const other of this.#underWay) {
      if (other.signal?.aborted) continue
      const twice = other.tags.find((tag) => tags.includes(tag))
      check(twice === undefined, `${twice} is in flight twice`)
    }
    const rest = this.#restUntil.get(endpoint) ?? 0
    check(now >= rest, `${endpoint} asked for a pause of ${rest - now} ms more`)
    const underWay = [...this.#underWay].filter((one) => one.endpoint === endpoint && !one.signal?.aborted)
    const most = this.#answered.has(endpoint) ? maxAtOnce : maxAtFirst
    check(underWay.length < most, `${underWay.length + 1} messages are in flight to ${endpoint}`)
  }

  #hasAnswered(endpoint: string, { status, headers }: Response): void {
    this.#answered.add(endpoint)
    const now = this.#clock.now()
    const header = headers.get('retry-after')
    const until = header === null ? undefined : parseRetryAfter(header, now)
    if (until === undefined || status === 413) return
    // A message sent in the same millisecond may have been on its way already.
    this.#clock.setTimeout(() => {
      this.#restUntil.set(endpoint, Math.max(until, this.#restUntil.get(endpoint) ?? 0))
    }, 0)
  }

  #try(look: () => void): void {
    try {
      look()
    } catch (error) {
      this.fault ??= error as Error
    }
  }
}
