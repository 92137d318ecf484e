'use client'
import { useLogs } from 'topic0'
import { LogTable } from 'topic0/components'
import { transfers } from './transfers'

export function TransferTable() {
  const logs = useLogs({ ...transfers, live: true })
  return (
    <>
      <p>{logs.data?.length ?? 0} transfers</p>
      <LogTable result={logs} style={{ height: '85vh' }} />
    </>
  )
}
