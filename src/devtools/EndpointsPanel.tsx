'use client'
import { BudgetMeter } from '../components/status/BudgetMeter.tsx'
import { NetworkStatus } from '../components/status/NetworkStatus.tsx'
import { useNetworkStatus } from '../hooks/useNetworkStatus.ts'
import { paddedStyle } from './PanelProps.ts'
import type { PanelProps } from './PanelProps.ts'

/** The endpoints with what they taught, and the day's budget. */
export function EndpointsPanel({ config, chainId }: PanelProps) {
  const { endpoints, connectivity, budget, ignoreBudget } = useNetworkStatus({ config, chainId })
  return (
    <>
      <div style={paddedStyle}>
        <BudgetMeter budget={budget} onIgnoreBudget={() => ignoreBudget()} />
      </div>
      <NetworkStatus endpoints={endpoints} connectivity={connectivity} />
    </>
  )
}
