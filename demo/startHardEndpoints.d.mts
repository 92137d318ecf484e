export type Limitation = 'ranges' | 'results' | 'batches' | 'rates' | 'lag' | 'failures'

export interface HardState {
  readonly on: Readonly<Record<Limitation, boolean>>
  /** Calls of each endpoint so far. */
  readonly endpoints: readonly { readonly name: string; readonly served: number; readonly refused: number }[]
}

export interface HardEndpoints {
  /** URLs of the endpoints. */
  readonly http: readonly string[]
  /** The URL at which limitations are read and switched, by `GET` and `PUT` of {@link HardState}. */
  readonly control: string
  set(on: Partial<Record<Limitation, boolean>>): void
  state(): HardState
  stop(): Promise<void>
}

/** Starts three endpoints in front of a node. At first they forward everything. Limitations are switched while they run. */
export function startHardEndpoints(
  target: string,
  options?: {
    /** Determines the random failures. @default 1 */
    seed?: number | undefined
    /** @default free ones */
    ports?: readonly number[] | undefined
  },
): Promise<HardEndpoints>
