/** Whether all properties are identical. */
export function shallowEqual<state extends object>(a: state, b: state): boolean {
  return (Object.keys(a) as (keyof state)[]).every((key) => a[key] === b[key])
}
