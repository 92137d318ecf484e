import type { Clock } from '../Clock.ts'
import type { Network } from '../networks/Network.ts'
import type { BlockHeader } from '../parseBlockHeader.ts'
import type { PushListener } from '../Pool.ts'

type OnHead = PushListener<BlockHeader>['onData']

/** Heads reported at once after a while without any: some chains make blocks in bursts. */
const burst = 20

/**
 * Limits the rate of heads (a token bucket): each may cost calls, and a hostile node may invent any number of them. Of
 * heads that arrive too fast, only the latest is passed on, when it is due.
 */
export class HeadThrottle {
  readonly #onHead: OnHead
  readonly #clock: Clock
  readonly #perSecond: number
  #tokens = burst
  #countedAt: number
  #delayed: Parameters<OnHead> | undefined
  #timer: unknown

  constructor(onHead: OnHead, { clock, network }: { readonly clock: Clock; readonly network: Network }) {
    this.#onHead = onHead
    this.#clock = clock
    this.#perSecond = Math.max(2, 1_500 / (network.blockTime ?? 750))
    this.#countedAt = clock.now()
  }

  push(...push: Parameters<OnHead>) {
    if (this.#delayed) this.#delayed = push
    else if (this.#takeToken()) this.#onHead(...push)
    else {
      this.#delayed = push
      const wait = Math.ceil(((1 - this.#tokens) / this.#perSecond) * 1_000)
      this.#timer = this.#clock.setTimeout(() => this.#pushDelayed(), wait)
    }
  }

  stop() {
    this.#clock.clearTimeout(this.#timer)
    this.#delayed = undefined
  }

  #pushDelayed() {
    const latest = this.#delayed
    this.#delayed = undefined
    // Passed on even if the timer fires a little early.
    this.#takeToken()
    if (latest) this.#onHead(...latest)
  }

  #takeToken(): boolean {
    const now = this.#clock.now()
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#countedAt) / 1_000) * this.#perSecond)
    this.#countedAt = now
    if (this.#tokens < 1) return false
    this.#tokens--
    return true
  }
}
