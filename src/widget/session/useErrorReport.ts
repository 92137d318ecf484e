'use client'
import { useEffect, useRef } from 'react'
import { callSafely } from '../../rpc/Listeners.ts'

/** Calls `report` with each error that is shown, until another one or none is. */
export function useErrorReport(error: Error | undefined, report: ((error: Error) => void) | undefined): void {
  const reported = useRef<string>(undefined)
  useEffect(() => {
    // By message: each render creates the error of an invalid query anew.
    if (reported.current === error?.message) return
    reported.current = error?.message
    if (error && report) callSafely(report, error)
  }, [error, report])
}
