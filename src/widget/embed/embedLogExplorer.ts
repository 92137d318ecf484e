import {
  embedProtocol,
  isGreeting,
  type EmbedGreeting,
  type EmbedOptions,
  type EmbedReport,
  type EmbedReports,
} from './EmbedMessage.ts'

export interface EmbedLogExplorerOptions extends EmbedOptions {
  /** Called when the user runs another query, goes back to one, or opens a link. */
  onQueryChange?: ((query: EmbedReports['querychange']) => void) | undefined
  /** Called with the filters on loaded logs when they change. */
  onFiltersChange?: ((filters: EmbedReports['filterschange']) => void) | undefined
  /** Called when the user turns live updates on or off. */
  onLiveChange?: ((live: boolean) => void) | undefined
  /** Called with the chain id when another network is shown. */
  onNetworkChange?: ((chainId: number) => void) | undefined
  /** Called with the log whose details are shown, or `null`. */
  onLogSelect?: ((log: EmbedReports['logselect']) => void) | undefined
  /** Called with each error that is shown. */
  onError?: ((error: EmbedReports['logerror']) => void) | undefined
}

export interface EmbeddedLogExplorer {
  /** Changes some options. */
  update(options: EmbedLogExplorerOptions): void
  /** Ends the connection. The frame stays as it is. */
  disconnect(): void
}

/**
 * Connects a page to the explorer in one of its frames, which shows the built `embed/index.html`. Works under
 * `sandbox="allow-scripts"`, in every state of the frame, and again after it reloads.
 *
 * @example
 * const iframe = document.querySelector('iframe')!
 * const explorer = embedLogExplorer(iframe, { network: 3721, onLogSelect: (log) => console.log(log?.transactionHash) })
 * explorer.update({ live: true })
 */
export function embedLogExplorer(
  iframe: HTMLIFrameElement,
  options: EmbedLogExplorerOptions = {},
): EmbeddedLogExplorer {
  return new FrameConnection(iframe, options)
}

class FrameConnection implements EmbeddedLogExplorer {
  readonly #iframe: HTMLIFrameElement
  #options: EmbedLogExplorerOptions
  /** Connected once the frame is ready. */
  #port: MessagePort | undefined

  constructor(iframe: HTMLIFrameElement, options: EmbedLogExplorerOptions) {
    this.#iframe = iframe
    this.#options = options
    window.addEventListener('message', this.#onMessage)
    // The frame may have been ready before.
    this.#greet({ type: 'hello' })
  }

  readonly update = (changes: EmbedLogExplorerOptions): void => {
    this.#options = { ...this.#options, ...changes }
    this.#port?.postMessage(withoutFunctions(changes))
  }

  readonly disconnect = (): void => {
    window.removeEventListener('message', this.#onMessage)
    this.#port?.close()
  }

  readonly #onMessage = ({ source, data }: MessageEvent): void => {
    // Any window can claim to be ready: the source cannot be forged.
    if (source !== this.#iframe.contentWindow || !isGreeting(data) || data.type !== 'ready') return
    this.#port?.close()
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    port1.onmessage = (event: MessageEvent<EmbedReport>) => report(this.#options, event.data)
    this.#greet({ type: 'connect', options: withoutFunctions(this.#options) }, [port2])
  }

  #greet(greeting: Omit<EmbedGreeting, 'protocol'>, transfer: Transferable[] = []): void {
    const message = { protocol: embedProtocol, ...greeting }
    this.#iframe.contentWindow?.postMessage(message, originOf(this.#iframe), transfer)
  }
}

/** The target origin of messages. Sandboxed frames and files have none: only `*` reaches them. */
function originOf(iframe: HTMLIFrameElement): string {
  const isOpaque = iframe.hasAttribute('sandbox') && !iframe.sandbox.contains('allow-same-origin')
  const { origin } = new URL(iframe.src, document.baseURI)
  return isOpaque || origin === 'null' ? '*' : origin
}

function withoutFunctions(options: EmbedLogExplorerOptions): EmbedOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => typeof value !== 'function'))
}

function report(options: EmbedLogExplorerOptions, message: EmbedReport): void {
  switch (message.type) {
    case 'querychange':
      return options.onQueryChange?.(message.detail)
    case 'filterschange':
      return options.onFiltersChange?.(message.detail)
    case 'livechange':
      return options.onLiveChange?.(message.detail)
    case 'networkchange':
      return options.onNetworkChange?.(message.detail)
    case 'logselect':
      return options.onLogSelect?.(message.detail)
    case 'logerror':
      return options.onError?.(message.detail)
  }
}
