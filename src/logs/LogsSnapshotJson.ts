import type { BlockInterval } from './Coverage.ts'
import type { IntervalSet } from './intervals.ts'
import type { LogJson } from './toLogJson.ts'

type IntervalJson = readonly [from: string, to: string]

/** A `LogsSnapshot` as plain JSON: block numbers in decimal. */
export interface LogsSnapshotJson {
  readonly version: 1
  readonly order: 'asc' | 'desc'
  /** As JSON-RPC has them, oldest first. */
  readonly logs: readonly LogJson[]
  readonly verified: readonly IntervalJson[]
  readonly pending: readonly IntervalJson[]
  readonly failed: readonly (readonly [from: string, to: string, message: string])[]
  readonly asked: IntervalJson | undefined
  readonly head: string | undefined
  readonly dropped: number
}

export const toIntervalJson = ({ from, to }: BlockInterval): IntervalJson => [from.toString(), to.toString()]
export const fromIntervalJson = ([from, to]: readonly [string, string, ...unknown[]]): BlockInterval => ({
  from: BigInt(from),
  to: BigInt(to),
})
export const toIntervalsJson = (set: IntervalSet) => set.map(toIntervalJson)
export const fromIntervalsJson = (list: readonly IntervalJson[]) => list.map(fromIntervalJson)
