/** A field of a log, to filter or group by. */
export type LogField =
  | { readonly field: 'block' | 'address' | 'transaction' }
  /** One of the four topics; `name` if it is an indexed argument of an event. */
  | { readonly field: 'topic'; readonly position: number; readonly name?: string | undefined }
  /** An argument that is not indexed, by its position among the event's arguments. Nodes cannot filter by it. */
  | { readonly field: 'arg'; readonly position: number; readonly name: string; readonly topic0: string }

/** Keeps or hides loaded logs whose field has one of the values. */
export type LocalFilter = LogField & {
  readonly mode: 'only' | 'not'
  /** As text: hex in lower case, integers in decimal, anything else as JSON. */
  readonly values: readonly string[]
  /** Its name on the screen: "Event Transfer". */
  readonly label?: string | undefined
}
