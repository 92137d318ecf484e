const row = '<p>Something to scroll past</p>'

/** Runs work while an element scrolls. Milliseconds: the longest task, and the longest time between two frames. */
export async function watch<result>(
  run: () => Promise<result>,
): Promise<{ result: result; task: number; frame: number }> {
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
  const result = await run()
  await settle()
  cancelAnimationFrame(request)
  observer.disconnect()
  box.remove()
  return { result, task, frame }
}

/** Waits for three frames: the follow-up work of a run has then been done and reported. */
export async function settle(): Promise<void> {
  for (let k = 0; k < 3; k++) await new Promise((resolve) => requestAnimationFrame(resolve))
}
