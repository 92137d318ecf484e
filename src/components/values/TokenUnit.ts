/** The unit in which amounts of a token are read. */
export interface TokenUnit {
  readonly symbol: string
  /** Digits after the point. */
  readonly decimals: number
}
