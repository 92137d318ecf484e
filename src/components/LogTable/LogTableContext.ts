'use client'
import { createContext, useContext } from 'react'
import { MissingProviderError } from '../../errors/MissingProviderError.ts'
import type { LogTableState } from './useLogTableState.ts'

export const LogTableContext = /* @__PURE__ */ createContext<LogTableState | undefined>(undefined)

/** The state of the table around a part. */
export function useLogTableContext(part: string): LogTableState {
  const state = useContext(LogTableContext)
  if (!state)
    throw new MissingProviderError(
      part,
      'LogTable.Root',
      'Use <LogTable>, which has all parts, or <LogTable.Root>.',
    )
  return state
}
