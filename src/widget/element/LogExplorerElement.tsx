import type { ComponentProps } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { StringsProvider } from '../../components/locales/StringsProvider.tsx'
import { ErrorMessage } from '../../components/status/ErrorMessage.tsx'
import { mergeStrings } from '../../components/strings/mergeStrings.ts'
import { BaseError } from '../../errors/BaseError.ts'
import styles from '../../explorer.css?inline'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { connectNetwork, createLogsConfig } from '../../query/createLogsConfig.ts'
import type { LogsConfig } from '../../query/LogsConfig.ts'
import type { BudgetStorage } from '../../rpc/Budget.ts'
import { LogExplorer, persistentCache, type LogExplorerProps } from '../LogExplorer.tsx'
import type { ExplorerOptions } from '../session/ExplorerProps.ts'
import { elementNetworks } from './elementNetworks.ts'
import { elementOptions, isOn, optionAttributes, type ElementOptions } from './elementOptions.ts'
import { ElementStrings } from './elementStrings.ts'
import type { ListenerMethod, LogExplorerElementEventMap } from './LogExplorerElementEventMap.ts'

/** Options set from script; they take precedence over attributes. */
export type LogExplorerElementProperties = Omit<
  LogExplorerProps,
  'config' | 'theme' | 'query' | 'live' | `on${string}` | keyof ComponentProps<'section'>
>

// The methods are those of HTMLElement: nothing is left uninitialized.
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging
export interface LogExplorerElement {
  addEventListener: ListenerMethod
  removeEventListener: ListenerMethod
}

/** The day's calls of the page of `npx topic0`, whose server counts them. */
export interface ServedCalls {
  readonly quota: number
  readonly storage: BudgetStorage
}

/** The element of that page, which sets the property before it adds the element. */
export type ServedExplorerElement = LogExplorerElement & { servedCalls?: ServedCalls }

const networkAttributes = ['network', 'rpc', 'name']

/**
 * The log explorer as an element, `<log-explorer>`: in a shadow root, for pages with only a script tag. Attributes:
 * `network` (chain id), `rpc` (endpoints), `name`, `theme` (`light`, `dark`, `system`), `live`, `url-state`,
 * `confirm-above`, `polling-interval`, `signature-lookup` (a service's URL; empty for the default one),
 * `abi-lookup` (a service's URL). With `lang="de"`, its own or an ancestor's, it is in German, else in English. Everything
 * else is set through {@link LogExplorerElement.properties}.
 *
 * @example
 * document.body.insertAdjacentHTML('beforeend', '<log-explorer network="3721" theme="dark" live></log-explorer>')
 */
export class LogExplorerElement extends HTMLElement {
  static readonly observedAttributes: readonly string[] = [
    ...networkAttributes,
    ...optionAttributes,
    'live',
    'theme',
    'lang',
  ]

  #root: Root | undefined
  #config: LogsConfig | undefined
  #options: ElementOptions | undefined
  #properties: LogExplorerElementProperties = {}
  #query: LogSearch | undefined
  /** The chain of the query. `undefined` in the task that sets the query, which may set its network as well. */
  #chainId: number | undefined
  /** The first chain of the config, the only one that the default query applies to. */
  #firstChainId: number | undefined
  /** The last query run by the user. */
  #runQuery: LogSearch | undefined
  #live: boolean | undefined
  readonly #strings = new ElementStrings(() => this.#render())

  /** Contracts, known events, default query, strings. Assign a new object to update. */
  get properties(): LogExplorerElementProperties {
    return this.#properties
  }

  set properties(properties: LogExplorerElementProperties) {
    this.#properties = properties
    this.#render()
  }

  /** The query shown: set it to run another one. `undefined` while it shows the newest logs. */
  get query(): LogSearch | undefined {
    const isFirst = this.#config?.getChainId() === this.#firstChainId
    return this.#query ?? this.#runQuery ?? (isFirst ? this.#properties.defaultQuery : undefined)
  }

  set query(query: LogSearch | undefined) {
    this.#query = query
    this.#runQuery = undefined
    this.#chainId = undefined
    queueMicrotask(this.#assignQuery)
    this.#render()
  }

  /** Whether live updates are on. The attribute `live` decides until this is set or the user switches. */
  get live(): boolean {
    return this.#live ?? this.#properties.defaultLive ?? isOn(this.getAttribute('live'))
  }

  set live(live: boolean) {
    this.#live = live
    this.#render()
  }

  connectedCallback(): void {
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    shadow.adoptedStyleSheets = [sharedSheet()]
    this.#root ??= createRoot(shadow)
    // A property set before the script ran shadows the accessor.
    for (const name of ['properties', 'query', 'live'] as const) {
      if (!Object.hasOwn(this, name)) continue
      const { [name]: value } = this
      Reflect.deleteProperty(this, name)
      Reflect.set(this, name, value)
    }
    this.#render()
  }

  disconnectedCallback(): void {
    // Deferred, because the host page may be rendering, and a moved element keeps its state.
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#root?.unmount()
      this.#root = undefined
    })
  }

  attributeChangedCallback(attribute: string, before: string | null, now: string | null): void {
    if (before === now) return
    if (networkAttributes.includes(attribute)) this.#config = undefined
    // Kept while unchanged, because lookup services are compared by identity.
    if (optionAttributes.some((one) => one === attribute)) this.#options = undefined
    this.#render()
  }

  #dispatch<type extends keyof LogExplorerElementEventMap>(
    type: type,
    detail: LogExplorerElementEventMap[type]['detail'],
  ): void {
    this.dispatchEvent(new CustomEvent(type, { detail }))
  }

  readonly #listeners: Pick<LogExplorerProps, `on${string}` & keyof ExplorerOptions> = {
    onQueryChange: (query) => {
      this.#runQuery = query
      if (this.#query) this.#query = query
      this.#chainId = this.#config?.getChainId()
      this.#render()
      this.#dispatch('querychange', query)
    },
    onFiltersChange: (filters) => this.#dispatch('filterschange', filters),
    onLiveChange: (live) => {
      this.#live = live
      this.#render()
      this.#dispatch('livechange', live)
    },
    onNetworkChange: (chainId) => {
      this.#dropOtherQuery()
      this.#render()
      this.#dispatch('networkchange', chainId)
    },
    onLogSelect: (log) => this.#dispatch('logselect', log ?? null),
    onError: (error) => this.#dispatch('logerror', error),
  }

  /** Drops the query when a network other than its own is shown. */
  #dropOtherQuery(): void {
    if (this.#chainId !== undefined && this.#chainId !== this.#config?.getChainId()) {
      this.#query = undefined
      this.#runQuery = undefined
      this.#chainId = undefined
    }
    queueMicrotask(this.#assignQuery)
  }

  /** At the end of a task, the query belongs to the network shown. */
  readonly #assignQuery = (): void => {
    this.#chainId ??= this.#config?.getChainId()
  }

  #connect(): LogsConfig {
    const { servedCalls: served }: ServedExplorerElement = this
    const attributes = {
      network: this.getAttribute('network'),
      rpc: this.getAttribute('rpc'),
      name: this.getAttribute('name'),
    }
    const networks = elementNetworks(attributes, served?.quota)
    const clients = served && networks.map((network) => connectNetwork(network, served.storage))
    return createLogsConfig({ networks, clients, cache: persistentCache() })
  }

  #render(): void {
    if (!this.#root) return
    const translation = this.#strings.for(this.closest<HTMLElement>('[lang]')?.lang)
    if (!translation) return
    const strings = mergeStrings(translation, this.#properties.strings ?? {})
    try {
      if (!this.#config) {
        this.#config = this.#connect()
        this.#firstChainId = this.#config.getChainId()
        this.#dropOtherQuery()
      }
      const options = (this.#options ??= elementOptions((name) => this.getAttribute(name)))
      const theme = this.getAttribute('theme')
      const listeners = this.#listeners
      this.#root.render(
        <LogExplorer
          {...options}
          {...this.#properties}
          query={this.#query}
          live={this.live}
          {...listeners}
          strings={strings}
          config={this.#config}
          theme={theme === 'light' || theme === 'dark' ? theme : 'system'}
        />,
      )
    } catch (error) {
      if (!(error instanceof BaseError)) throw error
      this.#root.render(
        <StringsProvider strings={strings}>
          <div role="alert" className="topic0">
            <ErrorMessage error={error} />
          </div>
        </StringsProvider>,
      )
    }
  }
}

let sheet: CSSStyleSheet | undefined

/** One constructed sheet for all elements, allowed without `unsafe-inline`. */
function sharedSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
  }
  return sheet
}
