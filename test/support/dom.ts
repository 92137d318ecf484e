import '@testing-library/jest-dom/vitest'
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react'
import { afterEach } from 'vitest'

/** Testing Library's error, but without the printed page while it retries: printing is slow, and only the last error is shown. */
function getElementError(message: string | null, container: Element): Error {
  const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as unknown as Record<string, unknown>
  const page = isWaiting ? '' : prettyDOM(container)
  const error = new Error([message, page].filter(Boolean).join('\n\n'))
  error.name = 'TestingLibraryElementError'
  return error
}

// A wait ends when its condition holds. The limit is for conditions that never do, and long enough for a busy machine.
configure({ asyncUtilTimeout: 60_000, getElementError })

afterEach(cleanup)
