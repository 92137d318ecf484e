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
