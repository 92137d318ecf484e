import { SlicedJob } from '../src/components/ui/SlicedJob.ts'
import { matchesWhere } from '../src/logs/analyze/matchesWhere.ts'
import { matchingLogs } from '../src/logs/analyze/matchingLogs.ts'
import type { LogList } from '../src/logs/list/LogList.ts'
import type { LogRow } from '../src/logs/Log.ts'
import { packedLogs } from './packedLogs.ts'
import { watch } from './watch.ts'

const where = [{ arg: 2, is: 'atLeast', values: [2n ** 63n] }] as const
let logs: LogList<LogRow> | undefined

/** Measures the time until the matching logs are found, and the page meanwhile. */
async function measure(find: (logs: LogList<LogRow>) => Promise<number>) {
  let time = 0
  const { result, task, frame } = await watch(async () => {
    const start = performance.now()
    const count = await find(logs!)
    time = performance.now() - start
    return count
  })
  return { count: result, time, task, frame }
}

const work = {
  async prepare(count: number) {
    logs = await packedLogs(count)
    return logs.length
  },
  ours: () =>
    measure(async (all) => {
      const match = matchingLogs({ where })
      const job = new SlicedJob<LogList<LogRow>>()
      await new Promise<void>((resolve) => {
        job.subscribe(resolve)
        job.request({ logs: all, key: match, start: () => match(all) })
      })
      return job.result!.value.length
    }),
  rows: () => measure(async (all) => all.filter((log) => matchesWhere(log.decoded, where)).length),
}

Object.assign(globalThis, { work })
