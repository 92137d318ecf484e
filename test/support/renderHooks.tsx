import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, type RenderHookOptions } from '@testing-library/react'
import { StrictMode, type ReactNode } from 'react'
import { LogsProvider } from '../../src/hooks/LogsProvider.tsx'
import type { LogCache } from '../../src/logs/cache/LogCache.ts'
import { createLogsConfig } from '../../src/query/createLogsConfig.ts'
import type { LogsConfig } from '../../src/query/LogsConfig.ts'
import type { NetworkArchive } from '../../src/rpc/networks/NetworkArchive.ts'
import { clientOf } from './clientOf.ts'
import { createFakeNode, type FakeNode, type FakeNodeOptions } from './fakeNode.ts'

/** A config whose only network is a fake node. */
export function fakeConfig(options: FakeNodeOptions = {}): { node: FakeNode; config: LogsConfig } {
  const node = createFakeNode({ blocks: 300, logsPerBlock: 2, ...options })
  return { node, config: configOver(node) }
}

/** A config that reaches a fake node over its own `fetch`, or one around it. */
export function configOver(
  node: FakeNode,
  fetch = node.fetch,
  cache?: LogCache,
  archive?: string | NetworkArchive,
  webSocket?: string,
): LogsConfig {
  const { urls, WebSocket } = node
  const client = clientOf({ urls, fetch }, { webSocket, finality: 10, archive }, { WebSocket })
  return createLogsConfig({ networks: [client.chain], clients: [client], cache })
}

/** Renders a hook under both providers, in StrictMode, as an app in development would. */
export function renderHookIn<result, props>(
  config: LogsConfig,
  hook: (props: props) => result,
  options: RenderHookOptions<props> & { queryClient?: QueryClient } = {},
) {
  const { queryClient = new QueryClient(), ...rest } = options
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LogsProvider config={config}>{children}</LogsProvider>
      </QueryClientProvider>
    </StrictMode>
  )
  return { ...renderHook(hook, { wrapper, ...rest }), queryClient }
}
