import type { ComponentProps } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { ErrorMessage } from '../../components/status/ErrorMessage.tsx'
import { StringsProvider } from '../../components/locales/StringsProvider.tsx'
import { mergeStrings } from '../../components/strings/mergeStrings.ts'
import type { PartialStrings } from '../../components/locales/english.ts'
import { BaseError } from '../../errors/BaseError.ts'
import { createLogsConfig } from '../../query/createLogsConfig.ts'
import type { LogsConfig } from '../../query/LogsConfig.ts'
import styles from '../../styles.css?inline'
import { elementNetworks } from './elementNetworks.ts'
import { elementOptions, optionAttributes } from './elementOptions.ts'
import type { ElementOptions } from './elementOptions.ts'
import { elementLanguage, loadElementStrings } from './elementStrings.ts'
import { LogExplorer } from '../LogExplorer.tsx'
import type { LogExplorerProps } from '../LogExplorer.tsx'
import { persistentCache } from '../persistentCache.ts'

/** Options set from script; they take precedence over attributes. */
type Properties = Omit<LogExplorerProps, 'config' | 'theme' | keyof ComponentProps<'section'>>

/** Milliseconds to wait for a translation before drawing in English. It is applied whenever it arrives. */
const translationPatience = 500

const networkAttributes = ['network', 'rpc', 'name']

/**
 * The log explorer as an element, `<log-explorer>`: in a shadow root, for a page that has nothing but a script tag. Attributes:
 * `network` (chain id), `rpc` (endpoints), `name`, `theme` (`light`, `dark`, `system`), `live`, `url-state`,
 * `confirm-above`, `polling-interval`, `signature-lookup` (a service's URL, or nothing for the usual one), `abi-lookup`
 * (a service's URL). With `lang="de"`, its own or an ancestor's, it loads `strings/de.js` from beside the script and speaks German;
 * else it speaks English.
 * Everything else through {@link LogExplorerElement.properties}.
 *
 * @example
 * document.body.insertAdjacentHTML('beforeend', '<log-explorer network="3721" theme="dark" live></log-explorer>')
 */
export class LogExplorerElement extends HTMLElement {
  static readonly observedAttributes: readonly string[] = [
    ...networkAttributes,
    ...optionAttributes,
    'theme',
    'lang',
  ]

  #root: Root | undefined
  #config: LogsConfig | undefined
  #options: ElementOptions | undefined
  #properties: Properties = {}
  #language: 'de' | undefined
  #translation: PartialStrings | undefined = {}
  #patience: ReturnType<typeof setTimeout> | undefined

  /** Contracts, known events, default query, strings. Assign a new object to update. */
  get properties(): Properties {
    return this.#properties
  }

  set properties(properties: Properties) {
    this.#properties = properties
    this.#render()
  }

  connectedCallback(): void {
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    shadow.adoptedStyleSheets = [sharedSheet()]
    this.#root ??= createRoot(shadow)
    // A property set before the script ran shadows the accessor.
    if (Object.hasOwn(this, 'properties')) {
      this.#properties = this.properties
      Reflect.deleteProperty(this, 'properties')
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

  attributeChangedCallback(attribute: string): void {
    if (networkAttributes.includes(attribute)) this.#config = undefined
    // Kept while unchanged, because lookup services are compared by identity.
    else if (attribute !== 'theme' && attribute !== 'lang') this.#options = undefined
    this.#render()
  }

  #translate(language: 'de' | undefined): void {
    if (language === this.#language) return
    this.#language = language
    this.#translation = language ? undefined : {}
    clearTimeout(this.#patience)
    if (!language) return
    const show = (strings: PartialStrings) => {
      if (language !== this.#language) return
      clearTimeout(this.#patience)
      this.#translation = strings
      this.#render()
    }
    this.#patience = setTimeout(() => {
      show({})
    }, translationPatience)
    void loadElementStrings(language).then(show)
  }

  #render(): void {
    if (!this.#root) return
    this.#translate(elementLanguage(this.closest<HTMLElement>('[lang]')?.lang))
    const translation = this.#translation
    // Draws nothing for a moment, so that English does not flash before a translation.
    if (!translation) return
    const strings = mergeStrings(translation, this.#properties.strings ?? {})
    try {
      this.#config ??= createLogsConfig({
        networks: elementNetworks({
          network: this.getAttribute('network'),
          rpc: this.getAttribute('rpc'),
          name: this.getAttribute('name'),
        }),
        cache: persistentCache(),
      })
      const options = (this.#options ??= elementOptions((name) => this.getAttribute(name)))
      const theme = this.getAttribute('theme')
      this.#root.render(
        <LogExplorer
          {...options}
          {...this.#properties}
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
