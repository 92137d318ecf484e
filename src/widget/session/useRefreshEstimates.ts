'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** What a scan has read costs nothing any more: prices are worked out anew when one ends. */
export function useRefreshEstimates(reading: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!reading) void queryClient.invalidateQueries({ queryKey: ['topic0', 'scanEstimate'] })
  }, [queryClient, reading])
}
