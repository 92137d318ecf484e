import type { ArchiveError } from '../../errors/ArchiveError.ts'
import type { BlockInterval } from '../Coverage.ts'

/** The state of a network's archive. */
export interface ArchiveStatus {
  /** Its host. */
  readonly name: string
  /** `faulty`: all or some of its blocks are read from nodes instead. */
  readonly state: 'idle' | 'ok' | 'faulty'
  /** The blocks that its manifest covers. */
  readonly covered: readonly BlockInterval[]
  readonly error: ArchiveError | undefined
}
