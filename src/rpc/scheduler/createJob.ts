import { abortReason } from '../abortReason.ts'
import { isOnce } from './isOnce.ts'
import type { Job } from './Job.ts'
import { onAbort } from '../onAbort.ts'
import type { PoolCall, PoolRequestOptions } from '../Pool.ts'

export interface JobOptions extends Pick<Job, 'giveUpAt' | 'patientUntil' | 'resolve' | 'reject'> {
  /** Called once, before whoever waits is told. */
  onSettled: () => void
}

/** A call that nobody has been asked for yet. It ends by itself when its signal fires. */
export function createJob(call: PoolCall, options: PoolRequestOptions, ends: JobOptions): Job {
  const { signal, seeThrough } = options
  const once = isOnce(call.method)
  const settle = () => {
    job.done = true
    job.settled.abort()
    ends.onSettled()
    stopListening()
    job.onDone?.()
  }
  const job: Job = {
    call,
    options,
    once,
    giveUpAt: ends.giveUpAt,
    patientUntil: ends.patientUntil,
    resolve(reply) {
      settle()
      ends.resolve(reply)
    },
    reject(error) {
      settle()
      ends.reject(error)
    },
    ruledOut: new Map(),
    unclear: new Map(),
    restUntil: new Map(),
    failures: new Map(),
    attempts: 0,
    firstFailureAt: undefined,
    notBefore: 0,
    alone: once || options.alone === true || (options.parseBody !== undefined && !options.small),
    error: undefined,
    sent: false,
    done: false,
    settled: new AbortController(),
    onDone: undefined,
  }
  const stopListening = onAbort(signal, () => {
    if (signal && !(seeThrough && job.sent)) job.reject(abortReason(signal))
  })
  return job
}
