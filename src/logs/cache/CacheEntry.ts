import type { Filter } from '../filter/Filter.ts'
import { PieceList } from './PieceList.ts'

/** What is held for one filter of one network. */
export class CacheEntry {
  readonly networkId: number
  readonly key: string
  readonly filter: Filter
  /** Final and tail pieces: what is held. */
  readonly held = new PieceList()
  readonly stale = new PieceList()

  constructor(networkId: number, key: string, filter: Filter) {
    this.networkId = networkId
    this.key = key
    this.filter = filter
  }
}
