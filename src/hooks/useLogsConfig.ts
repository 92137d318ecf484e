'use client'
import { createContext, useContext } from 'react'
import { MissingProviderError } from '../errors/MissingProviderError.ts'
import type { LogsConfig } from '../query/LogsConfig.ts'

/**
 * Returns the given config, or that of the nearest provider.
 *
 * @throws {@link MissingProviderError} when there is neither.
 *
 * @example
 * const { queryKey } = logsQueryOptions(useLogsConfig(), { address: token, event: transfer })
 */
export function useLogsConfig(config?: LogsConfig): LogsConfig {
  const provided = useContext(LogsConfigContext)
  const value = config ?? provided
  if (!value)
    throw new MissingProviderError(
      'This component',
      'LogsProvider',
      'Wrap the app in <LogsProvider config={config}>, or pass `config` to the hook.',
    )
  return value
}

export const LogsConfigContext = createContext<LogsConfig | undefined>(undefined)
