import type { Hash } from 'viem'
import type { BlockAnchor } from './BlockAnchor.ts'
import { joinAnchors } from './joinAnchors.ts'
import { recordFormat } from './recordFormat.ts'

/** How anchors are stored. */
export interface AnchorRecord {
  readonly format: number
  readonly blocks: readonly (readonly [number: number, hash: Hash])[]
}

/** Some anchors as a record, of which the lowest and the highest are kept. */
export function toAnchorRecord(anchors: readonly BlockAnchor[]): AnchorRecord {
  const blocks = joinAnchors(anchors).map(({ number, hash }) => [Number(number), hash] as const)
  return { format: recordFormat, blocks }
}

/** The anchors in a record, ascending; none when it is not what it should be. */
export function parseAnchors(value: unknown): readonly BlockAnchor[] {
  const { format, blocks } = (value ?? {}) as Record<string, unknown>
  if (format !== recordFormat || !Array.isArray(blocks)) return []
  const anchors: BlockAnchor[] = []
  for (const block of blocks as unknown[]) {
    if (!Array.isArray(block)) return []
    const [number, hash] = block as unknown[]
    if (!Number.isSafeInteger(number) || (number as number) < 0 || !isHash(hash)) return []
    anchors.push({ number: BigInt(number as number), hash })
  }
  return anchors
}

function isHash(value: unknown): value is Hash {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)
}
