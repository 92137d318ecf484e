/** How long ending in order may take before it ends anyway. */
const patience = 15_000
/** How often to look whether whoever started this process is still there. */
const watch = 500

/**
 * Ends, once and in reverse order, everything that was started: on Ctrl-C, SIGTERM, SIGHUP, when the parent process
 * is gone, and on errors that nobody caught.
 */
export function createLifecycle({ say, complain }) {
  const endings = []
  let ending
  const parent = process.ppid

  function stop(code) {
    if (ending) return ending
    ending = (async () => {
      setTimeout(() => process.exit(code), patience).unref()
      for (const end of endings.reverse()) {
        try {
          await end()
        } catch (error) {
          complain(error)
        }
      }
      process.exit(code)
    })()
    return ending
  }

  function fail(error) {
    if (!ending) complain(error)
    return stop(1)
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      // Asked twice, it does not wait. What it started ends with it all the same.
      if (ending) process.exit(1)
      say(signal === 'SIGINT' ? '\nEnding …' : 'Ending …')
      void stop(0)
    })
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  setInterval(() => {
    if (process.ppid !== parent) void stop(1)
  }, watch).unref()

  return {
    /** Whether the end has begun: what breaks from then on is no news. */
    get ending() {
      return ending !== undefined
    },
    /** Has `end` called when it is over. */
    onEnd: (end) => endings.push(end),
    stop,
    fail,
  }
}
