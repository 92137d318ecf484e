/** How logs are grouped, by keys that stay valid for other logs. */
export interface LogGroupsView {
  /** @default 'contract' */
  readonly by?: string | undefined
  /** The argument to sum. @default none */
  readonly sum?: string | undefined
  /** The sort order: by count, or by sum. @default 'sum' if there is one */
  readonly order?: 'count' | 'sum' | undefined
}
