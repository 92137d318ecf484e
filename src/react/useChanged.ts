'use client'
import { useState } from 'react'

/**
 * Whether a value differs from that of the last render. State that depends on it can be set right away: React renders again
 * before anything is shown.
 */
export function useChanged(value: bigint | number | object | string | undefined): boolean {
  const [last, setLast] = useState(value)
  if (last !== value) setLast(value)
  return last !== value
}
