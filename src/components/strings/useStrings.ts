'use client'
import { useContext } from 'react'
import { mergeStrings } from './mergeStrings.ts'
import { StringsContext } from './StringsContext.ts'

/** A component's texts, with the locale for numbers and dates. */
export type Localized<Own> = Own & { readonly locale: string }

const cache = new WeakMap<object, WeakMap<object, object>>()

/** A component's English texts, with the replacements of the `StringsProvider`s above. */
export function useStrings<Own extends object>(own: Own): Localized<Own> {
  const replacements = useContext(StringsContext)
  let merged = cache.get(replacements)
  if (!merged) cache.set(replacements, (merged = new WeakMap()))
  let strings = merged.get(own) as Localized<Own> | undefined
  if (!strings) merged.set(own, (strings = mergeStrings({ locale: 'en', ...own }, replacements)))
  return strings
}
