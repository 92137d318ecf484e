import { createCollection } from '@tanstack/db'
import { createLogsConfig, xone } from 'topic0'
import { logsCollectionOptions } from 'topic0/tanstack-db'
import { createTestLogs, createTestNetwork } from 'topic0/testing'
import { parseAbiItem } from 'viem'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const config = createLogsConfig({ networks: [xone] })

export const transfers = createCollection(logsCollectionOptions(config, { event: transfer }))
export const first: bigint | undefined = transfers.toArray[0]?.args.value
export const network = createTestNetwork({
  logs: createTestLogs(transfer, [{ from: '0x', to: '0x', value: 1n }]),
})
