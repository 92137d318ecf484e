import { LogsProvider, useLogs } from 'topic0'
import { LogTable } from 'topic0/components'
import { parseAbiItem } from 'viem'
import { useClient } from 'wagmi'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

/** All transfers of the last 100 blocks, read through wagmi's client. */
export function Transfers() {
  const client = useClient()
  if (!client) return null
  return (
    <LogsProvider client={client}>
      <TransferTable />
    </LogsProvider>
  )
}

function TransferTable() {
  const logs = useLogs({ event: transfer, fromBlock: 'latest-100', order: 'desc', live: true })
  return <LogTable result={logs} style={{ height: '90vh' }} />
}
