'use client'
import { useEffect, useRef } from 'react'
import { callSafely } from '../../base/Listeners.ts'

/** Calls `report` when a value changes. Not for the initial value. */
export function useReport<value>(value: value, report: ((value: value) => void) | undefined): void {
  const reported = useRef(value)
  useEffect(() => {
    if (reported.current === value) return
    reported.current = value
    // What it throws must not unmount the explorer.
    if (report) callSafely(report, value)
  }, [value, report])
}
