import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { ModuleLoadError } from '../../src/errors/ModuleLoadError.ts'
import { createLogsConfig } from '../../src/query/createLogsConfig.ts'
import { lazyEngine } from '../../src/query/lazyEngine.ts'
import { logsQueryOptions } from '../../src/query/logs.ts'
import { xone } from '../../src/rpc/networks/xone.ts'

test('a read whose code cannot be loaded is reported to `onError`', async () => {
  const error = new ModuleLoadError(new TypeError('Failed to fetch'))
  // Mocked, because a test runner has no chunks that could be missing.
  vi.spyOn(lazyEngine, 'load').mockRejectedValue(error)
  vi.spyOn(lazyEngine, 'loaded').mockReturnValue(undefined)
  const onError = vi.fn()
  const config = createLogsConfig({ networks: [xone], onError })
  await expect(new QueryClient().fetchQuery(logsQueryOptions(config))).rejects.toBe(error)
  expect(onError).toHaveBeenCalledExactlyOnceWith(error, { chainId: xone.id, source: 'read' })
})
