/** Anything in a line, for messages. */
export function show(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? Number(one) : one))
}
