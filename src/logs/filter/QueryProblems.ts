import { InvalidQueryError, QueryNotReadyError, type InputIssue } from '../../errors/InvalidQueryError.ts'
import { inputProblem, type InputProblem } from './inputProblem.ts'

/** Collects the problems of a query during parsing, each with the path of its field. */
export class QueryProblems {
  readonly #issues: InputIssue[] = []
  readonly #notReady: InputIssue[] = []

  add(path: string, problem: InputProblem): void {
    this.#issues.push({ path, ...problem })
  }

  /** Adds the problems of a part of the query, which is at `path`. */
  addAll(path: string, part: QueryProblems): void {
    const within = (issue: InputIssue) => ({ ...issue, path: `${path}.${issue.path}` })
    this.#issues.push(...part.#issues.map(within))
    this.#notReady.push(...part.#notReady.map(within))
  }

  /** Parses one value, or each value of a list. Notes problems and unknown values, and leaves them out. */
  parseEach<parsed extends string>(
    path: string,
    given: unknown,
    parse: (value: unknown) => parsed | InputProblem,
  ): readonly parsed[] {
    const list: readonly unknown[] = Array.isArray(given) ? given : [given]
    return Array.from(list).flatMap((value, index) => {
      const valuePath = list === given ? `${path}[${index}]` : path
      const parsed = value === undefined ? undefined : parse(value)
      if (typeof parsed === 'string') return [parsed]
      if (parsed) this.add(valuePath, parsed)
      else this.notReady(valuePath)
      return []
    })
  }

  /** Notes a value that the caller does not know yet: a key set to `undefined`. */
  notReady(path: string): void {
    this.#notReady.push({ path, ...inputProblem('not-ready') })
  }

  /** The error for all problems. Invalid fields come first, because they stay invalid whatever becomes known. */
  toError(): InvalidQueryError | undefined {
    if (this.#issues.length > 0) return new InvalidQueryError(this.#issues)
    return this.#notReady.length > 0 ? new QueryNotReadyError(this.#notReady) : undefined
  }
}

/** Adds a problem for each key that is not one of `known`, with the key that was probably meant. */
export function checkKeys(value: object, known: readonly string[], problems: QueryProblems): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue
    if (key === 'enabled' && known.includes('query')) {
      problems.add(key, inputProblem('enabled-in-query'))
      continue
    }
    const nearest = nearestOf(key, known)
    problems.add(
      key,
      nearest === undefined
        ? inputProblem('key-unknown', key)
        : inputProblem('key-unknown-near', key, nearest),
    )
  }
}

/** The most similar of the known words; `undefined` if none is similar enough. */
export function nearestOf(key: string, known: readonly string[]): string | undefined {
  const written = key.slice(0, 40).toLowerCase()
  const maxDistance = Math.max(2, Math.floor(written.length / 3))
  let nearest: string | undefined
  let least = maxDistance + 1
  for (const one of known) {
    const distance = editDistance(written, one.toLowerCase())
    if (distance < least) [nearest, least] = [one, distance]
  }
  return nearest
}

/** The Levenshtein distance: number of characters to add, remove or replace. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++)
      next.push(Math.min(row[j]! + Number(a[i] !== b[j]), row[j + 1]! + 1, next[j]! + 1))
    row = next
  }
  return row.at(-1)!
}
