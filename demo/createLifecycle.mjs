/** Milliseconds that stopping in order may take. Then the process ends anyway. */
const stopTimeout = 15_000
/** Milliseconds between two checks that the parent process still runs. */
const parentCheckInterval = 500

/**
 * Stops everything that was started, once and in reverse order: on Ctrl-C, SIGTERM or SIGHUP, when the parent process
 * has ended, and on uncaught errors.
 */
export function createLifecycle({ say, complain }) {
  const endings = []
  let ending
  const parent = process.ppid

  function stop(code) {
    if (ending) return ending
    ending = (async () => {
      setTimeout(() => process.exit(code), stopTimeout).unref()
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
      // A second signal ends it at once. What it has started ends with it.
      if (ending) process.exit(1)
      say(signal === 'SIGINT' ? '\nStopping…' : 'Stopping…')
      void stop(0)
    })
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  setInterval(() => {
    if (process.ppid !== parent) void stop(1)
  }, parentCheckInterval).unref()

  return {
    /** Whether it is stopping: failures are expected from then on. */
    get ending() {
      return ending !== undefined
    },
    /** Calls `end` when it stops. */
    onEnd: (end) => endings.push(end),
    stop,
    fail,
  }
}
