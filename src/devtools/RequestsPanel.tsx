'use client'
import { RequestLog } from '../components/RequestLog/RequestLog.tsx'
import { useRequestLog } from '../hooks/useRequestLog.ts'
import type { PanelProps } from './PanelProps.ts'

/** The latest calls, and what they cost. */
export function RequestsPanel({ config, chainId }: PanelProps) {
  const { requests, clear } = useRequestLog(config.getClient(chainId))
  return <RequestLog requests={requests} onClear={clear} />
}
