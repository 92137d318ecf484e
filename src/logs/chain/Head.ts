import type { BlockHeader } from '../../rpc/blockHeader.ts'

/** The newest block, and who showed it. */
export interface Head extends BlockHeader {
  readonly endpoint: string
}
