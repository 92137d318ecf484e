import { QueryClient } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { parseLogQuery } from '../../../src/logs/filter/parseLogQuery.ts'
import { planScan } from '../../../src/logs/scan/estimate/planScan.ts'
import { lazyChainReads } from '../../../src/query/lazyEngine.ts'
import { scanEstimateQueryKey } from '../../../src/query/scanPlan.ts'
import { getPool } from '../../../src/rpc/pool/getPool.ts'
import { useExplorerEstimate } from '../../../src/widget/session/useExplorerEstimate.ts'
import { fakeConfig, renderHookIn } from '../../support/renderHooks.tsx'

test('a plan that the app has stored is pending until the code that prices it is loaded', async () => {
  const { config } = fakeConfig()
  const query = { fromBlock: 0n, toBlock: 99n }
  const chainId = config.getChainId()
  const queryClient = new QueryClient()
  const plan = await planScan(getPool(config.getClient()), parseLogQuery(query), { cache: config.cache })
  queryClient.setQueryData(scanEstimateQueryKey({ ...query, chainId }), plan)
  expect(lazyChainReads.loaded()).toBeUndefined()

  const seen: ReturnType<typeof useExplorerEstimate>[] = []
  renderHookIn(
    config,
    () => {
      seen.push(useExplorerEstimate(query, chainId))
    },
    { queryClient },
  )
  expect(seen[0]).toMatchObject({ data: undefined, isPending: true, isError: false })
  await waitFor(() => expect(seen.at(-1)).toMatchObject({ isPending: false, data: { blocks: 100n } }))
  // Otherwise, a query would run before its cost is known.
  expect(seen.filter(({ data, isPending }) => !data && !isPending)).toEqual([])
})
