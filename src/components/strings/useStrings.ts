'use client'
import { use } from 'react'
import { StringsContext } from './StringsContext.ts'
import type { Strings } from './strings.ts'

/** The words in force here. */
export function useStrings(): Strings {
  return use(StringsContext)
}
