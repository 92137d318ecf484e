'use client'
import { RequestLog } from '../../components/RequestLog/RequestLog.tsx'
import { useLogsConfig } from '../../hooks/useLogsConfig.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { useRequestLog } from '../../hooks/useRequestLog.ts'

/** The calls to the current network. */
export function ExplorerRequests() {
  const config = useLogsConfig()
  const { network } = useNetwork()
  const { requests, clear } = useRequestLog(config.getClient(network.id))
  return <RequestLog requests={requests} onClear={clear} />
}
