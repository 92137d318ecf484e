// The script of the built `embed/index.html`, which shows `<log-explorer>` in a frame.
import type { LogRow } from '../../logs/Log.ts'
import type { LogExplorerElement } from '../element/LogExplorerElement.tsx'
import {
  embedProtocol,
  isGreeting,
  type EmbeddedLog,
  type EmbedGreeting,
  type EmbedOptions,
  type EmbedReport,
} from './EmbedMessage.ts'

/** Attributes that the page's address may set. None selects endpoints: links must not lead to others. */
const addressable = ['network', 'theme', 'lang', 'live', 'url-state']

const explorer = document.createElement('log-explorer') as LogExplorerElement
let port: MessagePort | undefined

function send(report: EmbedReport) {
  port?.postMessage(report)
}

explorer.addEventListener('querychange', ({ detail }) => send({ type: 'querychange', detail }))
explorer.addEventListener('filterschange', ({ detail }) => send({ type: 'filterschange', detail }))
explorer.addEventListener('livechange', ({ detail }) => send({ type: 'livechange', detail }))
explorer.addEventListener('networkchange', ({ detail }) => send({ type: 'networkchange', detail }))
explorer.addEventListener('logerror', ({ detail: { name, message } }) =>
  send({ type: 'logerror', detail: { name, message } }),
)
explorer.addEventListener('logselect', ({ detail: log }) =>
  send({ type: 'logselect', detail: log && toEmbeddedLog(log) }),
)

function toEmbeddedLog(log: LogRow): EmbeddedLog {
  const { address, topics, data, blockNumber, blockHash, transactionHash, transactionIndex, logIndex } = log
  return {
    ...{ address, topics, data, blockNumber, blockHash, transactionHash, transactionIndex, logIndex },
    decoded: log.decoded,
  }
}

const attributes = {
  network: 'network',
  rpc: 'rpc',
  name: 'name',
  lang: 'lang',
  theme: 'theme',
  confirmAbove: 'confirm-above',
  pollingInterval: 'polling-interval',
} as const satisfies Partial<Record<keyof EmbedOptions, string>>

function set(options: EmbedOptions) {
  const { contracts, knownEvents, defaultQuery } = options
  for (const option of Object.keys(attributes) as (keyof typeof attributes)[]) {
    if (!(option in options)) continue
    const value = options[option]
    if (value === undefined) explorer.removeAttribute(attributes[option])
    // Several endpoints are separated by commas.
    else explorer.setAttribute(attributes[option], String(value))
  }
  explorer.properties = {
    ...explorer.properties,
    ...('contracts' in options && { contracts }),
    ...('knownEvents' in options && { knownEvents }),
    ...('defaultQuery' in options && { defaultQuery }),
  }
  if ('query' in options) explorer.query = options.query
  if (options.live !== undefined) explorer.live = options.live
  if (!explorer.isConnected) document.body.append(explorer)
}

function greet(type: EmbedGreeting['type']) {
  // To any origin, because the page's is not known yet. The message reveals nothing.
  window.parent.postMessage({ protocol: embedProtocol, type } satisfies EmbedGreeting, '*')
}

const parameters = new URLSearchParams(location.search)
const given = addressable.filter((name) => parameters.has(name))
for (const name of given) explorer.setAttribute(name, parameters.get(name) ?? '')

if (window.parent !== window) {
  window.addEventListener('message', ({ source, data, ports }) => {
    // Every frame of the page can reach this one: only the page itself may connect.
    if (source !== window.parent || !isGreeting(data)) return
    if (data.type === 'hello') greet('ready')
    if (data.type !== 'connect' || !ports[0]) return
    port?.close()
    port = ports[0]
    port.onmessage = (event: MessageEvent<EmbedOptions>) => set(event.data)
    set(data.options ?? {})
  })
  greet('ready')
}
// A frame without parameters waits for its page, which may choose other networks.
if (window.parent === window || given.length > 0) document.body.append(explorer)
