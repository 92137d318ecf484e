'use client'
import { useEffect, useRef } from 'react'
import { callSafely } from '../../base/Listeners.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import type { ShareLink } from '../link/useShareLink.ts'
import type { ExplorerProps } from './ExplorerProps.ts'

/** Calls `report` when a value changes. Not for the initial value, unless it is not the one `before`. */
export function useReport<value>(
  value: value,
  report: ((value: value) => void) | undefined,
  before: value = value,
): void {
  const reported = useRef(before)
  useEffect(() => {
    if (reported.current === value) return
    reported.current = value
    // What it throws must not unmount the explorer.
    if (report) callSafely(report, value)
  }, [value, report])
}

/** Calls `report` with each error that is shown, until another one or none is. */
export function useErrorReport(error: Error | undefined, report: ((error: Error) => void) | undefined): void {
  // Compares messages, because an invalid query creates a new error at each render.
  useReport(error?.message ?? null, error && report && (() => report(error)), null)
}

/** Calls `onChange` when the menu or the page, such as its wallet, has changed the network. An opened link has its own. */
export function useNetworkChange(linkKey: number, chainId: number, onChange: () => void): void {
  const last = useRef({ linkKey, chainId })
  useEffect(() => {
    const { current: before } = last
    last.current = { linkKey, chainId }
    if (before.linkKey === linkKey && before.chainId !== chainId) onChange()
  })
}

/** Reports the query of each opened link; of a later link without one, the default query. */
export function useReportLinkedQuery(
  { key, search: linked }: ShareLink,
  defaultQuery: LogSearch | undefined,
  onQueryChange: ExplorerProps['onQueryChange'],
): void {
  const reportedKey = useRef<number>(undefined)
  useEffect(() => {
    if (key < 0 || reportedKey.current === key) return
    const isFirst = reportedKey.current === undefined
    reportedKey.current = key
    const search = linked ?? (isFirst ? undefined : defaultQuery)
    if (search && onQueryChange) callSafely(onQueryChange, search)
  }, [key, linked, defaultQuery, onQueryChange])
}
