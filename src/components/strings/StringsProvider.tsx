'use client'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { StringsContext } from './StringsContext.ts'
import type { Strings } from './strings.ts'
import { useStrings } from './useStrings.ts'

export interface StringsProviderProps {
  /** The words to replace; the others stay as they are above. */
  strings: Partial<Strings>
  /** The components whose words are replaced. */
  children?: ReactNode
}

/**
 * Replaces words of the components inside it.
 *
 * @example
 * <StringsProvider strings={{ retry: 'Encore' }}><LogTable result={logs} /></StringsProvider>
 */
export function StringsProvider({ strings, children }: StringsProviderProps) {
  const outer = useStrings()
  const merged = useMemo(() => ({ ...outer, ...strings }), [outer, strings])
  return <StringsContext value={merged}>{children}</StringsContext>
}
