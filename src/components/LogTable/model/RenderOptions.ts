import type { HTMLAttributes } from 'react'
import type { Address } from 'viem'
import type { DecodedArg, LogRow } from '../../../logs/Log.ts'

export interface RenderAddressOptions<row extends LogRow = LogRow> {
  /** With its checksum. */
  readonly address: Address
  readonly label: string | undefined
  /** Its page in the block explorer. */
  readonly href: string | undefined
  readonly log: row
}

export interface RenderArgOptions<row extends LogRow = LogRow> {
  readonly arg: DecodedArg
  /** Its position among the arguments. */
  readonly position: number
  /** The value as the table would show it. Untrusted: it may have invisible or right-to-left characters. */
  readonly text: string
  readonly log: row
}

export interface RenderRowOptions<row extends LogRow = LogRow> {
  /** All that the row's element needs, cells included. */
  readonly props: HTMLAttributes<HTMLDivElement>
  readonly log: row
}
