import '@testing-library/jest-dom/vitest'
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react'
import { afterEach } from 'vitest'

/** As Testing Library's own, but a look at a page that is still waited for prints no page: only the last error of a wait is shown. */
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
