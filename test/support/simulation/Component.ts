import { QueryObserver, type QueryClient } from '@tanstack/react-query'
import type { LogsConfig } from '../../../src/query/LogsConfig.ts'
import type { LogsObserver } from '../../../src/query/LogsObserver.ts'
import { logsObserverOf } from '../../../src/query/logsObserverOf.ts'
import { alwaysStale, wasInterrupted } from '../../../src/query/LogsQueryEntry.ts'
import type { DrawnQuery } from './drawHookQuery.ts'
import type { QueryWatch } from './QueryWatch.ts'

export interface ComponentOptions {
  readonly queryClient: QueryClient
  readonly drawn: DrawnQuery
  readonly watch: QueryWatch
  /** Runs a check, and keeps its error. */
  readonly attempt: (run: () => void) => void
}

/** Does what a component with `useLogs` or `useInfiniteLogs` does while it is mounted, without React. */
export class Component {
  readonly #options: ComponentOptions
  #config: LogsConfig
  readonly isLive: boolean
  readonly #query: QueryObserver
  readonly #leave: () => void
  #observer: LogsObserver | undefined
  #unsubscribe = () => {}
  #unfollow = () => {}
  #isDue = false
  #isMounted = true

  constructor(options: ComponentOptions, config: LogsConfig, isLive: boolean) {
    this.#options = options
    this.#config = config
    this.isLive = isLive
    this.#query = new QueryObserver(options.queryClient, this.#queryOptions)
    this.#render()
    this.#leave = this.#query.subscribe(() => this.#changed())
  }

  get observer(): LogsObserver {
    return this.#observer!
  }

  get status() {
    const { status, fetchStatus, error } = this.#query.getCurrentResult()
    return { status, fetchStatus, error }
  }

  /** Whether it says that blocks could not be read. */
  get hasFailed(): boolean {
    return (this.observer.getSnapshot().snapshot?.coverage.failed.length ?? 0) > 0
  }

  readonly refetch = () => void this.#query.refetch()

  /** Renders with another config. */
  setConfig(config: LogsConfig): void {
    this.#config = config
    this.#unsubscribe()
    this.#unfollow()
    this.#observer = undefined
    this.#render()
    this.observer.configChanged(config)
  }

  unmount(): void {
    this.#isMounted = false
    this.#leave()
    this.#unsubscribe()
    this.#unfollow()
  }

  get #queryOptions(): never {
    return {
      ...this.#options.drawn.options(this.#config),
      ...(this.isLive && {
        staleTime: (query: never) => (wasInterrupted(query) ? alwaysStale : Number.POSITIVE_INFINITY),
      }),
    } as never
  }

  /** React renders once for several changes. */
  #changed(): void {
    if (this.#isDue) return
    this.#isDue = true
    queueMicrotask(() => {
      this.#isDue = false
      if (this.#isMounted) this.#options.attempt(() => this.#render())
    })
  }

  #render(): void {
    const { queryClient, drawn, watch } = this.#options
    const options = this.#queryOptions
    this.#query.setOptions(options)
    const { chainId } = drawn
    const config = this.#config
    const observer = logsObserverOf(queryClient, (options as { queryKey: readonly unknown[] }).queryKey, {
      config,
      chainId,
    })
    watch.state(observer.getSnapshot())
    if (observer === this.#observer) return
    this.#unsubscribe()
    this.#unfollow()
    this.#observer = observer
    this.#unsubscribe = observer.subscribe(() => this.#changed())
    if (!this.isLive) return
    const changes = watch.follow()
    this.#unfollow = observer.follow({
      config,
      chainId,
      query: drawn.query,
      isPaged: drawn.isPaged,
      pollingInterval: drawn.pollingInterval,
      onChange: (change) => this.#options.attempt(() => changes(change)),
    })
  }
}
