/** How logs are counted: what was chosen, by names that stay the same for other logs. */
export interface LogGroupsView {
  /** @default 'contract' */
  readonly by?: string | undefined
  /** The number that is added up. @default none */
  readonly sum?: string | undefined
  /** Which groups come first: those with most logs, or those with the largest sum. @default 'sum' when there is one */
  readonly order?: 'count' | 'sum' | undefined
}
