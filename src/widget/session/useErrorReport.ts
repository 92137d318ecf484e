'use client'
import { useEffect, useRef } from 'react'
import { callSafely } from '../../base/Listeners.ts'

/** Calls `report` with each error that is shown, until another one or none is. */
export function useErrorReport(error: Error | undefined, report: ((error: Error) => void) | undefined): void {
  const reported = useRef<string>(undefined)
  useEffect(() => {
    // Compares messages, because an invalid query creates a new error at each render.
    if (reported.current === error?.message) return
    reported.current = error?.message
    if (error && report) callSafely(report, error)
  }, [error, report])
}
