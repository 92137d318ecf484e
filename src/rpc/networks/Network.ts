import type { Chain } from 'viem'
import type { NetworkArchive } from './NetworkArchive.ts'

/** A viem chain with the endpoints, finality depth and daily quota that reading its logs needs. */
export type Network = Chain & {
  /** HTTPS endpoints (POST only), best first. Requests are spread over all of them. */
  readonly http: readonly string[]
  /** WebSocket endpoint, which announces new heads. */
  readonly webSocket: string | undefined
  /** Blocks behind the head after which a block counts as final if the nodes have no `finalized` tag. */
  readonly finality: number
  /** JSON-RPC calls per IP address and UTC day, if the endpoints limit them. */
  readonly dailyQuota: number | undefined
  /** An archive of its history, or the URL of the archive's manifest. Read before the nodes. */
  readonly archive?: string | NetworkArchive | undefined
}

export function isNetwork(value: unknown): value is Network {
  return typeof value === 'object' && value !== null && 'finality' in value && 'http' in value
}
