import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { StrictMode } from 'react'
import { LogExplorer, type LogExplorerProps } from '../../src/widget/LogExplorer.tsx'

/** Renders an explorer in StrictMode, which hardly ever polls unless `pollingInterval` says so. */
export function renderExplorer(props: LogExplorerProps, queryClient = new QueryClient()) {
  const page = (next: LogExplorerProps) => (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LogExplorer pollingInterval={3_600_000} {...next} />
      </QueryClientProvider>
    </StrictMode>
  )
  const { rerender, unmount } = render(page(props))
  return { unmount, update: (next: LogExplorerProps) => rerender(page(next)) }
}
