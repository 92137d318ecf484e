import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { NodeError } from '../../src/errors/NodeError.ts'
import { blockNumberQueryOptions, blockTimestampQueryOptions } from '../../src/query/blocks.ts'
import { implementationQueryOptions } from '../../src/query/implementation.ts'
import { logsQueryOptions } from '../../src/query/logs.ts'
import type { LogsConfig } from '../../src/query/LogsConfig.ts'
import { scanEstimateQueryOptions } from '../../src/query/scanEstimate.ts'
import { fakeConfig } from '../support/renderHooks.tsx'

const fetchers: Record<string, (client: QueryClient, config: LogsConfig) => Promise<unknown>> = {
  logs: (client, config) => client.fetchQuery(logsQueryOptions(config)),
  'the newest block': (client, config) => client.fetchQuery(blockNumberQueryOptions(config)),
  'the time of a block': (client, config) =>
    client.fetchQuery(blockTimestampQueryOptions(config, { blockHash: `0x${'11'.repeat(32)}` })),
  'an implementation': (client, config) =>
    client.fetchQuery(implementationQueryOptions(config, { address: `0x${'22'.repeat(20)}` })),
  'an estimate': (client, config) => client.fetchQuery(scanEstimateQueryOptions(config)),
}

test.each(Object.keys(fetchers))('the pool owns all retries: a query for %s adds none', async (name) => {
  const { node, config } = fakeConfig()
  // No endpoint can be used, and retrying would not help.
  node.faults.chainId = 1
  const client = new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } })
  await expect(fetchers[name]!(client, config)).rejects.toBeInstanceOf(NodeError)
  expect(client.getQueryCache().getAll()[0]!.state.fetchFailureCount).toBe(1)
})
