import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import type { LogExplorerElement, LogExplorerElementProperties } from './LogExplorerElement.tsx'
import type { LogExplorerElementEventMap } from './LogExplorerElementEventMap.ts'

/** The attributes, properties and events of `<log-explorer>` in JSX. React 18 sets attributes only: set properties and listeners through a `ref`. */
export interface LogExplorerElementAttributes extends DetailedHTMLProps<
  HTMLAttributes<LogExplorerElement>,
  LogExplorerElement
> {
  network?: number | string | undefined
  rpc?: string | undefined
  name?: string | undefined
  theme?: 'light' | 'dark' | 'system' | undefined
  live?: boolean | undefined
  'url-state'?: boolean | string | undefined
  'confirm-above'?: number | string | undefined
  'polling-interval'?: number | string | undefined
  'signature-lookup'?: string | undefined
  'abi-lookup'?: string | undefined
  properties?: LogExplorerElementProperties | undefined
  query?: LogSearch | undefined
  onquerychange?: ((event: LogExplorerElementEventMap['querychange']) => void) | undefined
  onfilterschange?: ((event: LogExplorerElementEventMap['filterschange']) => void) | undefined
  onlivechange?: ((event: LogExplorerElementEventMap['livechange']) => void) | undefined
  onnetworkchange?: ((event: LogExplorerElementEventMap['networkchange']) => void) | undefined
  onlogselect?: ((event: LogExplorerElementEventMap['logselect']) => void) | undefined
  onlogerror?: ((event: LogExplorerElementEventMap['logerror']) => void) | undefined
}
