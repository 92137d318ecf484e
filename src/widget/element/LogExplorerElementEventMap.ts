import type { LocalFilter } from '../../logs/filter/LocalFilter.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import type { LogRow } from '../../logs/Log.ts'

/** The events of `<log-explorer>`. They do not bubble. */
export interface LogExplorerElementEventMap {
  /** The user runs another query, goes back to one, or opens a link. */
  querychange: CustomEvent<LogSearch>
  /** The user changes the filters of the rows. */
  filterschange: CustomEvent<readonly LocalFilter[]>
  /** The user turns live updates on or off. */
  livechange: CustomEvent<boolean>
  /** Another network is shown; `detail` is its chain id. */
  networkchange: CustomEvent<number>
  /** The details of a log are opened, or closed (`null`). */
  logselect: CustomEvent<LogRow | null>
  /** An error is shown: an invalid query, or why all or some of the blocks cannot be read. */
  logerror: CustomEvent<Error>
}

/** The typed `addEventListener` and `removeEventListener` of the element. */
export interface ListenerMethod {
  <type extends keyof LogExplorerElementEventMap>(
    type: type,
    listener: (event: LogExplorerElementEventMap[type]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void
  <type extends keyof HTMLElementEventMap>(
    type: type,
    listener: (event: HTMLElementEventMap[type]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void
  (
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void
}
