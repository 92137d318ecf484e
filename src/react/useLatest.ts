'use client'
import { useEffect, useRef } from 'react'

/** The value of the last committed render, for callbacks that run later. */
export function useLatest<value>(value: value): { readonly current: value } {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}
