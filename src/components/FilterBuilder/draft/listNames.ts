/** The first names of a list, and how many more there are. */
export function listNames(names: readonly string[]): string {
  return names.length > 2 ? `${names.slice(0, 2).join(', ')} +${names.length - 2}` : names.join(', ')
}
