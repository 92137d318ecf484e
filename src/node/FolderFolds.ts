import {
  fitsStorage,
  foldKey,
  keptLengths,
  parseFoldHeader,
  type FoldHeader,
  type FoldPoint,
  type FoldStorage,
} from '../logs/cache/FoldStorage.ts'
import { placeOf, type FolderDatabase, type Place } from './FolderDatabase.ts'

/**
 * Stores the states of folds in the database of logs, where the least recently used records of both are deleted
 * first.
 */
export class FolderFolds implements FoldStorage {
  readonly #database: FolderDatabase

  constructor(database: FolderDatabase) {
    this.#database = database
  }

  list(chainId: number, name: string): Promise<readonly FoldPoint[]> {
    return this.#database.attempt<readonly FoldPoint[]>([], () => this.#headers(chainId, name))
  }

  read(chainId: number, name: string, point: FoldPoint): Promise<readonly string[] | undefined> {
    return this.#database.attempt<readonly string[] | undefined>(undefined, () => {
      const placeOfPart = (part: number) => placeOf([chainId, foldKey(name), point.length, part])
      const header = parseFoldHeader(this.#readPart(placeOfPart(0)), point)
      if (!header) return undefined
      const places = Array.from({ length: header.parts }, (_, at) => placeOfPart(at + 1))
      this.#database.markUsed([placeOfPart(0), ...places])
      const texts = places.map((place) => this.#readPart(place))
      return texts.every((text) => typeof text === 'string') ? texts : undefined
    })
  }

  async write(chainId: number, name: string, point: FoldPoint, parts: readonly string[]): Promise<void> {
    if (!fitsStorage(parts, this.#database.maxBytes)) return
    const header: FoldHeader = { ...point, parts: parts.length }
    const texts = [header, ...parts].map((part) => new TextEncoder().encode(JSON.stringify(part)))
    const size = texts.reduce((sum, { length }) => sum + length, 0)
    await this.#database.change(size, () => {
      const kept = keptLengths(this.#headers(chainId, name), point)
      for (const place of this.#places(chainId, name)) if (!kept.has(place[2])) this.#database.remove(place)
      for (const [part, bytes] of texts.entries())
        this.#database.put([chainId, foldKey(name), point.length, part], bytes, 500 + bytes.length)
      this.#database.makeRoom()
    })
  }

  /** Shortest first, as the places are. */
  #headers(chainId: number, name: string): readonly FoldHeader[] {
    return this.#places(chainId, name)
      .filter(([, , , part]) => part === 0)
      .map((place) => parseFoldHeader(this.#readPart(place)))
      .filter((header) => header !== undefined)
  }

  #places(chainId: number, name: string): readonly Place[] {
    const [, hash] = placeOf([chainId, foldKey(name), 0, 0])
    const range = { start: [chainId, hash] as never, end: [chainId, `${hash} `] as never }
    return Array.from(this.#database.entries.getKeys(range))
  }

  #readPart(place: Place): unknown {
    const bytes = this.#database.get(place)
    return bytes && JSON.parse(new TextDecoder().decode(bytes))
  }
}
