export type Limitation = 'ranges' | 'results' | 'batches' | 'rates' | 'lag' | 'failures'

export interface HardState {
  readonly on: Readonly<Record<Limitation, boolean>>
  /** Calls of each endpoint so far. */
  readonly endpoints: readonly { readonly name: string; readonly served: number; readonly refused: number }[]
}

export interface HardEndpoints {
  /** URLs of the endpoints. */
  readonly http: readonly string[]
  /** URL under which limitations are switched, by `GET` and `PUT` of {@link HardState}. */
  readonly control: string
  set(on: Partial<Record<Limitation, boolean>>): void
  state(): HardState
  stop(): Promise<void>
}

/** Three endpoints in front of a node. At first they pass everything on; each limitation can be switched while they run. */
export function startHardEndpoints(
  target: string,
  options?: {
    /** What failures are made up from. @default 1 */
    seed?: number | undefined
    /** @default free ones */
    ports?: readonly number[] | undefined
  },
): Promise<HardEndpoints>
