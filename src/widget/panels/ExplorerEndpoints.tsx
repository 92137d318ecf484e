'use client'
import { useState } from 'react'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { RequestLog } from '../../components/RequestLog/RequestLog.tsx'
import { BudgetMeter } from '../../components/status/BudgetMeter.tsx'
import { NetworkStatus } from '../../components/status/NetworkStatus.tsx'
import { useStrings } from '../../components/strings/useStrings.ts'
import { useLogsConfig } from '../../hooks/useLogsConfig.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { useNetworkStatus } from '../../hooks/useNetworkStatus.ts'
import { useRequestLog } from '../../hooks/useRequestLog.ts'
import { archiveHost } from '../../rpc/networks/NetworkArchive.ts'

/** The budget and the endpoints of the network, with its request log. `silent`: requests have waited for an answer for a while. */
export function ExplorerEndpoints({ silent }: { silent: boolean }) {
  const { requestLog: strings } = useStrings(explorerStrings)
  const { network } = useNetwork()
  const { endpoints, connectivity, archive, budget, ignoreBudget } = useNetworkStatus()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <BudgetMeter budget={budget} onIgnoreBudget={() => ignoreBudget()} />
      <NetworkStatus
        endpoints={endpoints}
        connectivity={connectivity}
        silent={silent}
        archive={archiveHost(network)}
        archiveError={archive?.error}
      />
      <details
        className="topic0-log-explorer-requests"
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>{strings.title}</summary>
        {/* While closed, it subscribes to nothing. */}
        {isOpen && <Requests />}
      </details>
    </>
  )
}

/** The calls to the current network. */
function Requests() {
  const config = useLogsConfig()
  const { network } = useNetwork()
  const { requests, clear } = useRequestLog(config.getClient(network.id))
  return <RequestLog requests={requests} onClear={clear} />
}
