'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Invalidates estimates when a scan ends, because what it read is now cached. */
export function useRefreshEstimates(reading: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!reading) void queryClient.invalidateQueries({ queryKey: ['topic0', 'scanEstimate'] })
  }, [queryClient, reading])
}
