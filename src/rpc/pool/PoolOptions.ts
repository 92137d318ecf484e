import type { Budget, BudgetStorage } from '../Budget.ts'
import type { Clock } from '../Clock.ts'
import type { BudgetChannel } from '../openPageChannel.ts'

export interface PoolOptions {
  /** @default the global `fetch` */
  fetch?: typeof globalThis.fetch | undefined
  /** WebSocket constructor. @default the global one, or the one viem uses */
  WebSocket?: typeof globalThis.WebSocket | undefined
  /** Headers added to each HTTP request. */
  headers?: Readonly<Record<string, string>> | undefined
  /** Milliseconds until a response must be complete. @default 30_000 */
  timeout?: number | undefined
  /** Maximum milliseconds without a push before a socket is checked; sooner where blocks come often. @default 30_000 */
  socketStallTimeout?: number | undefined
  /** Milliseconds after which an unused socket is closed. @default 30_000 */
  socketIdleTimeout?: number | undefined
  /** Maximum bytes in one response; longer ones are aborted while they arrive. @default 134_217_728 */
  maxResponseBytes?: number | undefined
  /** Maximum attempts of one call, over all endpoints together. @default 5 */
  maxAttempts?: number | undefined
  /** Maximum milliseconds a call waits for endpoints that requested a pause. @default 60_000 */
  maxWait?: number | undefined
  /** Maximum calls in one batch; 1 turns batching off. @default 20 */
  batchSize?: number | undefined
  /** Where limits and the day's count of calls are stored; `null` to store nothing. @default `localStorage` in a page */
  storage?: BudgetStorage | null | undefined
  /** How tabs share the day's count; `null` to share nothing. @default a `BroadcastChannel` in a page */
  channel?: BudgetChannel | null | undefined
  /** The clock, for tests. @default the system's */
  clock?: Clock | undefined
  /** Numbers from 0 to 1 for jitter, for tests. @default Math.random */
  random?: (() => number) | undefined
}

/** Options that only this package sets. */
export interface InnerPoolOptions extends PoolOptions {
  /** Counts the calls. @default a budget of the network's daily quota */
  budget?: Budget | undefined
}
