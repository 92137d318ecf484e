const row = '<p>Something to scroll past</p>'

/** In milliseconds: how often a timer fires, and how late it may be if the thread is free. */
const timer = { every: 4, late: 1.5 }

/**
 * Runs work while an element scrolls. Milliseconds: the longest task, and the longest time between two frames. `free` is the share
 * of the time in which timers ran on time.
 */
export async function watch<result>(
  run: () => Promise<result>,
): Promise<{ result: result; task: number; frame: number; free: number }> {
  const box = document.body.appendChild(document.createElement('div'))
  box.style.cssText = 'height: 300px; overflow: auto'
  box.innerHTML = row.repeat(2000)
  let task = 0
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) task = Math.max(task, duration)
  })
  // Tasks from before, such as creating the element, do not count.
  await settle()
  observer.observe({ type: 'longtask' })
  let frame = 0
  let last = performance.now()
  let request = requestAnimationFrame(function next(now) {
    frame = Math.max(frame, now - last)
    last = now
    box.scrollTop += 7
    request = requestAnimationFrame(next)
  })
  const start = performance.now()
  let freeTime = 0
  // A task delays one timer, however long it is: times are added up, not timers.
  let timeout = setTimeout(
    function sample(set: number) {
      const now = performance.now()
      if (now - set < timer.every + timer.late) freeTime += now - set
      timeout = setTimeout(sample, timer.every, now)
    },
    timer.every,
    start,
  )
  const result = await run()
  const free = freeTime / (performance.now() - start)
  clearTimeout(timeout)
  await settle()
  cancelAnimationFrame(request)
  observer.disconnect()
  box.remove()
  return { result, task, frame, free }
}

/** Waits for three frames: the follow-up work of a run has then been done and reported. */
export async function settle(): Promise<void> {
  for (let k = 0; k < 3; k++) await new Promise((resolve) => requestAnimationFrame(resolve))
}
