'use client'
import { useEffect, useRef } from 'react'
import type { ExportJob } from '../../logs/export/ExportJob.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { useReport } from '../session/useReport.ts'

/** Seconds that a result is shown: long enough for a file's name. */
const shownFor = 15

/**
 * Dismisses the result of an export, because it covers what is below: with the next query, or after a while in which the page is
 * visible and the result is neither hovered nor focused. Errors stay.
 *
 * @returns a ref for the export menu
 */
export function useExportEnd(job: ExportJob | undefined, dismiss: () => void, query: LogSearch | undefined) {
  const menu = useRef<HTMLDivElement>(null)
  const hasEnded = job?.status === 'done' || job?.status === 'cancelled'
  useReport(query, () => {
    if (hasEnded) dismiss()
  })
  useEffect(() => {
    if (!hasEnded) return undefined
    let left = shownFor
    const timer = setInterval(() => {
      const result = menu.current?.querySelector('.topic0-export-status')
      const isHeld = document.hidden || result?.matches(':hover') || result?.querySelector(':focus')
      left = isHeld ? shownFor : left - 1
      if (left <= 0) dismiss()
    }, 1_000)
    return () => clearInterval(timer)
  }, [hasEnded, dismiss])
  return menu
}
