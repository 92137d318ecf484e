'use client'
import { useEffect, useState } from 'react'

/** A value for some milliseconds after it changed, then `undefined`. */
export function useRecentValue<value extends object>(
  value: value | undefined,
  milliseconds: number,
): value | undefined {
  const [past, setPast] = useState<value>()
  useEffect(() => {
    if (!value) return
    const timer = setTimeout(() => setPast(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return value === past ? undefined : value
}
