'use client'
import { useStrings } from '../strings/useStrings.ts'
import { ChainText } from './ChainText.tsx'
import { valueStrings } from './valueStrings.ts'
import { visibleText } from './visibleText.ts'

/** The name of an argument; without one, its position. Safe to display. */
export function argName(
  name: string | undefined,
  position: number,
  { unnamed }: { readonly unnamed: string },
): string {
  return visibleText(name ?? '') || `${unnamed} ${position}`
}

/** As {@link argName}, as an element. */
export function ArgName({ name, position }: { name: string | undefined; position: number }) {
  const strings = useStrings(valueStrings)
  return name ? <ChainText text={name} /> : <em>{argName(name, position, strings)}</em>
}
