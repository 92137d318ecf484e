'use client'
import { useState } from 'react'
import { lazyModule } from '../../base/lazyModule.ts'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { ErrorMessage } from '../../components/status/ErrorMessage.tsx'
import { useStrings } from '../../components/strings/useStrings.ts'
import { Button } from '../../components/ui/Button.tsx'
import { useLazyModule } from '../../components/ui/useLazyModule.ts'

export const lazyPanels = /* @__PURE__ */ lazyModule(() => import('./panels.ts'))

export type Panels = Awaited<ReturnType<typeof lazyPanels.load>>

/** The panels, once they are loaded, and what to show until then: a loading text, or the error with a retry button. */
export function useLazyPanels() {
  const strings = useStrings(explorerStrings)
  const { loaded: panels, error: last, load } = useLazyModule(lazyPanels)
  // While loading is retried, its last error is not shown.
  const [retried, setRetried] = useState<Error>()
  const error = last === retried ? undefined : last
  const placeholder = error ? (
    <div role="alert" className="topic0-log-explorer-lazy">
      <ErrorMessage error={error} />
      <Button
        size="normal"
        onClick={() => {
          setRetried(error)
          load()
        }}
      >
        {strings.retry}
      </Button>
    </div>
  ) : (
    <p role="status" className="topic0-log-explorer-lazy topic0-muted">
      {strings.loadingPanel}
    </p>
  )
  return { panels, error, placeholder, strings }
}
