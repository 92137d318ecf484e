import type { PoolReply } from '../../../rpc/Pool.ts'
import type { RangeLogs } from '../../columns/RangeLogs.ts'

/** A verified answer for one range. */
export interface IntervalRead extends RangeLogs {
  readonly endpoint: string
  readonly rejected: number
  /** The answers that the logs are from: one for each part of the filter. */
  readonly answers: readonly AnswerSize[]
}

/** How many logs a node sent in one answer, whether they match or not. */
export interface AnswerSize {
  readonly endpoint: string
  readonly logs: number
  /** How many of them match, without repeats: fewer than `logs` if a node adds some. 0 if they contradict each other. */
  readonly certain: number
  /** Exactly as many as some nodes cut answers off at: logs may be missing. */
  readonly suspect: boolean
  readonly batch: PoolReply<unknown>['batch']
}

/** Whether logs may be missing, because an answer may have been cut off. */
export function isSuspect({ answers }: Pick<IntervalRead, 'answers'>): boolean {
  return answers.some(({ suspect }) => suspect)
}
