import { BaseError } from '../../errors/BaseError.ts'
import { Finality } from '../../logs/chain/Finality.ts'
import { resolveRange } from '../../logs/chain/resolveRange.ts'
import type { BlockInterval } from '../../logs/Coverage.ts'
import { earlier, later } from '../../logs/intervals.ts'
import type { Pool } from '../../rpc/Pool.ts'
import type { LogFile } from './LogFile.ts'

/** The first and the last block that files cover, as stated by the caller. */
export interface StatedBlocks {
  readonly fromBlock: bigint | undefined
  readonly toBlock: bigint | undefined
}

/** The blocks that the caller states, else those of the file names. Never guessed from the logs. */
export function blocksOfFiles(
  files: readonly LogFile[],
  { fromBlock, toBlock }: StatedBlocks,
): BlockInterval {
  if (files.length === 0)
    throw new BaseError('There are no files to read.', { advice: 'Pass files or folders.' })
  const stated = files
    .flatMap(({ blocks }) => blocks ?? [])
    .sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))
  const areAllNamed = stated.length === files.length
  if ((fromBlock === undefined || toBlock === undefined) && !areAllNamed) {
    const { name } = files.find(({ blocks }) => !blocks)!
    throw new BaseError(
      `The name of ${name} does not state its blocks, and its logs do not show which blocks have no logs.`,
      {
        advice: 'State the first and the last block whose logs the files have: --from-block and --to-block.',
      },
    )
  }
  const from = fromBlock ?? stated[0]!.from
  const to = toBlock ?? stated.reduce((most, blocks) => later(blocks.to, most), 0n)
  if (from > to) throw new BaseError(`The last block, ${to}, is before the first one, ${from}.`)
  if (areAllNamed) {
    let next = from
    for (const blocks of [...stated, { from: to + 1n, to }]) {
      if (blocks.from > next)
        throw new BaseError(
          `No file has blocks ${next} to ${earlier(blocks.from - 1n, to)}, by their names.`,
          { advice: 'Add the missing files, or state fewer blocks.' },
        )
      if (blocks.to >= next) next = blocks.to + 1n
      if (next > to) break
    }
  }
  return { from, to }
}

/** @throws {@link BaseError} if the last block is not final yet. */
export async function checkFinal(
  pool: Pool,
  { to }: BlockInterval,
  signal: AbortSignal | undefined,
): Promise<void> {
  const finality = Finality.of(pool)
  await finality.refresh(pool, signal)
  const { head } = await resolveRange(pool, { fromBlock: 'latest', toBlock: 'latest' }, signal)
  const last = finality.finalBlock(head)
  if (to > last)
    throw new BaseError(`Block ${to} is not final: the last final block of the node is ${last}.`, {
      advice: 'State fewer blocks, leave out the newest file, or wait.',
    })
}

/** @throws {@link BaseError} if a file has logs of another chain, or removed ones. */
export async function checkChain(file: LogFile, chainId: number): Promise<void> {
  const other = (await file.read('chain_id'))?.map(Number).find((id) => id !== chainId)
  if (other !== undefined)
    throw new BaseError(`${file.name} has logs of chain ${other}, but the node is on chain ${chainId}.`)
  if ((await file.read('removed'))?.some((removed) => removed === true))
    throw new BaseError(`${file.name} has logs that a reorg has removed.`, {
      advice: 'Leave out rows whose column removed is true.',
    })
}

/**
 * The position of each log on the chain, sorted: its block number and log index in one number.
 *
 * @throws {@link BaseError} if two are equal.
 */
export async function readPositions(files: readonly LogFile[]): Promise<BigUint64Array> {
  const positions = new BigUint64Array(files.reduce((sum, { rows }) => sum + rows, 0))
  let count = 0
  for (const file of files) {
    const numbers = (await file.read('block_number'))!
    const indexes = (await file.read('log_index'))!
    for (const [row, number] of numbers.entries()) {
      const [block, index] = [toNumber(number), toNumber(indexes[row])]
      if (!(block <= maxIndex && index <= maxIndex))
        throw new BaseError(`Row ${row} of ${file.name} has no valid block number and log index.`)
      positions[count++] = (BigInt(block) << 32n) | BigInt(index)
    }
  }
  positions.sort()
  const twice = positions.find((position, at) => at > 0 && position === positions[at - 1])
  if (twice !== undefined)
    throw new BaseError(
      `${namesOf(files)}: log ${twice & 0xffffffffn} of block ${blockOf(twice)} occurs twice.`,
    )
  return positions
}

const maxIndex = 0xffffffff
export const blockOf = (position: bigint) => position >> 32n
export const namesOf = (files: readonly LogFile[]) => files.map(({ name }) => name).join(', ')

/** `NaN` unless it is a whole number. */
function toNumber(value: unknown): number {
  const number = typeof value === 'bigint' || typeof value === 'number' ? Number(value) : Number.NaN
  return Number.isSafeInteger(number) && number >= 0 ? number : Number.NaN
}
