/** What of a log an action is about. */
export type LogField =
  | { readonly field: 'block' | 'address' | 'transaction' }
  /** One of the four positions; `name` when an event's indexed argument is there. */
  | { readonly field: 'topic'; readonly position: number; readonly name?: string | undefined }
  /** An argument that is not indexed, which no node can filter by: by its position among the event's arguments. */
  | { readonly field: 'arg'; readonly position: number; readonly name: string; readonly topic0: string }

/** Keeps, or leaves out, those of the logs at hand that have one of the values. */
export type LocalFilter = LogField & {
  readonly mode: 'only' | 'not'
  /** As text: hex in lower case, whole numbers in decimal, anything else as JSON. */
  readonly values: readonly string[]
  /** What to call it where it is shown: "Event Transfer". */
  readonly label?: string | undefined
}
