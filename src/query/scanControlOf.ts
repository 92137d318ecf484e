import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { createScanControl } from '../logs/createScanControl.ts'
import type { ScanControl } from '../logs/createScanControl.ts'

/** By query, and gone with it. */
const controls = new WeakMap<object, ScanControl>()

/** What pauses and resumes the scan of a query, the same for all who show it. */
export function scanControlOf(queryClient: QueryClient, queryKey: QueryKey): ScanControl {
  const query = queryClient.getQueryCache().build(queryClient, queryClient.defaultQueryOptions({ queryKey }))
  let control = controls.get(query)
  if (!control) controls.set(query, (control = createScanControl()))
  return control
}
