/**
 * Runs jobs that share the machine. Each occupies its number of lanes, and starts, in order, as soon as that many are free.
 * Resolves to the results of `start`, in the order of the jobs.
 */
export async function runInLanes(jobs, lanes, start) {
  const waiting = new Set(jobs)
  const running = new Map()
  const results = new Map()
  let free = lanes
  while (results.size < jobs.length) {
    for (const job of waiting) {
      if (job.lanes > free) continue
      free -= job.lanes
      waiting.delete(job)
      running.set(
        job,
        start(job).then((result) => ({ job, result })),
      )
    }
    const { job, result } = await Promise.race(running.values())
    free += job.lanes
    running.delete(job)
    results.set(job, result)
  }
  return jobs.map((job) => results.get(job))
}
