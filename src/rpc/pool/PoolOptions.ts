import type { BudgetStorage } from '../createBudget.ts'
import type { BudgetChannel } from '../openPageChannel.ts'
import type { Clock } from '../Clock.ts'

export interface PoolOptions {
  /** @default the global `fetch` */
  fetch?: typeof globalThis.fetch | undefined
  /** Constructor of sockets. @default the global one, or the one viem uses */
  WebSocket?: typeof globalThis.WebSocket | undefined
  /** Headers added to each HTTP request. */
  headers?: Readonly<Record<string, string>> | undefined
  /** Milliseconds until an answer must be complete. @default 30_000 */
  timeout?: number | undefined
  /** Milliseconds without a push after which a socket is doubted; sooner where blocks come often. @default 30_000 */
  socketStallTimeout?: number | undefined
  /** Milliseconds after which a socket that nobody needs any more is closed. @default 30_000 */
  socketIdleTimeout?: number | undefined
  /** Most bytes in one answer; what is longer is cut off while it arrives. @default 134_217_728 */
  maxResponseBytes?: number | undefined
  /** Times one call is sent at most, over all endpoints together. @default 5 */
  maxAttempts?: number | undefined
  /** Milliseconds a call waits at most for endpoints that asked for a pause. @default 60_000 */
  maxWait?: number | undefined
  /** Most calls in one message; 1 turns batching off. @default 20 */
  batchSize?: number | undefined
  /** Where limits and the day's count of calls are kept; `null` for nowhere. @default `localStorage` in a page */
  storage?: BudgetStorage | null | undefined
  /** How pages share the day's count; `null` for not at all. @default a `BroadcastChannel` in a page */
  channel?: BudgetChannel | null | undefined
  /** Time, for tests. */
  clock?: Clock | undefined
  /** Numbers from 0 to 1 for jitter, for tests. @default Math.random */
  random?: (() => number) | undefined
}
