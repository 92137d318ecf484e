import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import type { Hash } from 'viem'
import { InvalidQueryError } from '../errors/InvalidQueryError.ts'

/** The state after all logs up to a block. */
export interface FoldedState {
  readonly block: bigint
  readonly hash: Hash
  /** Serialized. */
  readonly state: string
}

/** Numbers temporary files, so that two folds of this process never share one. */
let writes = 0
/** States to keep: earlier ones are needed after reorgs that are deeper than expected. */
const maxPoints = 4

/**
 * A file with the states of a fold, each with its block. The file is replaced atomically, so that a crash leaves the
 * previous one.
 */
export class FoldFile {
  readonly #path: string
  readonly #key: string
  #points: readonly FoldedState[]

  private constructor(path: string, key: string, points: readonly FoldedState[]) {
    this.#path = path
    this.#key = key
    this.#points = points
  }

  /**
   * Opens a file that may not exist yet.
   *
   * @param key Identifies the query.
   * @throws {@link InvalidQueryError} if the file has the states of another query, or another format.
   */
  static async open(path: string, key: string): Promise<FoldFile> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    const refuse = (message: string) => new InvalidQueryError([{ path: 'storage', message }])
    if (text && !text.startsWith(head))
      throw refuse(`${path} is not a file of this version of foldLogs. Name another file.`)
    const found = text ? parseFile(text) : undefined
    if (found && found.key !== key)
      throw refuse(
        `${path} has the state of another query or chain. Repeat that query, or name another file.`,
      )
    return new FoldFile(path, key, found?.points ?? [])
  }

  /** Oldest first. */
  get points(): readonly FoldedState[] {
    return this.#points
  }

  /** Drops the points after this one. They stay in the file until {@link add}. */
  rewind(to: FoldedState | undefined): void {
    this.#points = to ? this.#points.slice(0, this.#points.indexOf(to) + 1) : []
  }

  async add(point: FoldedState): Promise<void> {
    const points = [...this.#points, point]
    // Drops the second: the oldest one stays, for a reorg deeper than all others.
    this.#points = points.length > maxPoints ? points.filter((_, at) => at !== 1) : points
    const text = JSON.stringify({
      version: 2,
      key: this.#key,
      points: this.#points.map(({ block, ...rest }) => ({ block: block.toString(), ...rest })),
    })
    const next = `${this.#path}.${process.pid}.${writes++}.new`
    try {
      await writeFile(next, text, { flush: true })
      await rename(next, this.#path)
    } catch (error) {
      await rm(next, { force: true })
      throw error
    }
  }
}

/** How each file of this version begins. */
const head = '{"version":2,'

/** `undefined` for a damaged file, which is then written again. */
function parseFile(text: string): { key: string; points: readonly FoldedState[] } | undefined {
  try {
    const { key, points } = JSON.parse(text) as Record<string, unknown>
    if (typeof key !== 'string' || !Array.isArray(points)) return undefined
    return { key, points: (points as Record<string, unknown>[]).map(parsePoint) }
  } catch {
    return undefined
  }
}

function parsePoint({ block, hash, state }: Record<string, unknown>): FoldedState {
  if (typeof block !== 'string' || typeof hash !== 'string' || typeof state !== 'string')
    throw new TypeError('A point lacks a field.')
  return { block: BigInt(block), hash: hash as Hash, state }
}
