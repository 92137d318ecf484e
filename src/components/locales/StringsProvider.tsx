'use client'
import { use, useMemo } from 'react'
import type { ReactNode } from 'react'
import { mergeStrings } from '../strings/mergeStrings.ts'
import { StringsContext } from '../strings/StringsContext.ts'
import type { PartialStrings } from './english.ts'

export interface StringsProviderProps {
  /** The words to replace; the others stay as they are above. */
  strings: PartialStrings
  /** The components whose words are replaced. */
  children?: ReactNode
}

/**
 * Replaces words of the components inside it.
 *
 * @example
 * <StringsProvider strings={{ retry: 'Encore', endpointStates: { ok: 'En ligne' } }}>
 *   <LogTable result={logs} />
 * </StringsProvider>
 */
export function StringsProvider({ strings, children }: StringsProviderProps) {
  const outer = use(StringsContext)
  const merged = useMemo(() => mergeStrings(outer, strings), [outer, strings])
  return <StringsContext value={merged}>{children}</StringsContext>
}
