'use client'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyModule } from '../../base/lazyModule.ts'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { ErrorMessage } from '../../components/status/ErrorMessage.tsx'
import { useStrings } from '../../components/strings/useStrings.ts'
import { Button } from '../../components/ui/Button.tsx'

export const lazyPanels = /* @__PURE__ */ lazyModule(() => import('./panels.ts'))

interface UseLazyPanelsReturnType {
  panels: Awaited<ReturnType<typeof lazyPanels.load>> | undefined
  /** Why they could not be loaded. */
  error: Error | undefined
  /** Shown until they are loaded: a loading text, or the error with a retry button. */
  placeholder: ReactNode
}

/** Loads the panels once a component that shows one of them is mounted. */
export function useLazyPanels(): UseLazyPanelsReturnType {
  const strings = useStrings(explorerStrings)
  const [state, setState] = useState<{ panels?: UseLazyPanelsReturnType['panels']; error?: Error }>(() => ({
    panels: lazyPanels.loaded(),
  }))
  const { panels, error } = state
  useEffect(() => {
    if (panels) return undefined
    let isCurrent = true
    const update = (next: typeof state) => isCurrent && setState(next)
    // After a failure, another component may load them.
    const unsubscribe = lazyPanels.subscribe(() => update({ panels: lazyPanels.loaded() }))
    if (!error)
      lazyPanels.load().then(
        (loaded) => update({ panels: loaded }),
        (failure: Error) => update({ error: failure }),
      )
    return () => {
      isCurrent = false
      unsubscribe()
    }
  }, [panels, error])
  const placeholder = error ? (
    <div role="alert" className="topic0-log-explorer-lazy">
      <ErrorMessage error={error} />
      <Button size="normal" onClick={() => setState({})}>
        {strings.retry}
      </Button>
    </div>
  ) : (
    <p role="status" className="topic0-log-explorer-lazy topic0-muted">
      {strings.loadingPanel}
    </p>
  )
  return { panels, error, placeholder }
}
