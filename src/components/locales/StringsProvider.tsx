'use client'
import { useContext, useMemo, type ReactNode } from 'react'
import { mergeStrings } from '../strings/mergeStrings.ts'
import { StringsContext } from '../strings/StringsContext.ts'
import type { PartialStrings } from './english.ts'

export interface StringsProviderProps {
  /** The texts to replace. Others are inherited. */
  strings: PartialStrings
  /** The components whose texts are replaced. */
  children?: ReactNode
}

/**
 * Replaces texts of the components inside it.
 *
 * @example
 * <StringsProvider strings={{ retry: 'Encore', endpointStates: { ok: 'En ligne' } }}>
 *   <LogTable result={logs} />
 * </StringsProvider>
 */
export function StringsProvider({ strings, children }: StringsProviderProps) {
  const outer = useContext(StringsContext)
  const merged = useMemo(() => mergeStrings(outer, strings), [outer, strings])
  return <StringsContext.Provider value={merged}>{children}</StringsContext.Provider>
}
