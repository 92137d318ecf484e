import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { createLogsConfig, logsQueryOptions } from 'topic0'
import { network } from './network'
import { transfers } from './transfers'
import { TransferTable } from './TransferTable'

export const dynamic = 'force-dynamic'

/** Reads the transfers on the server, so that the first HTML has its rows. */
export default async function Page() {
  const config = createLogsConfig({ networks: [network] })
  const queryClient = new QueryClient()
  await queryClient.prefetchQuery(logsQueryOptions(config, transfers))
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <TransferTable />
    </HydrationBoundary>
  )
}
