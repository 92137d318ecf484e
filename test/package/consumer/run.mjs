// Runs hooks, table and explorer as installed, in jsdom, against the node at `NODE_URL`, and prints what they showed.
import { writeSync } from 'node:fs'

const { JSDOM } = await import(process.env.JSDOM)
const { window } = new JSDOM('<main></main>', { url: 'http://localhost/', pretendToBeVisual: true })
// Node's own globals stay.
const events = ['addEventListener', 'removeEventListener', 'dispatchEvent']
for (const key of [...Object.getOwnPropertyNames(window), ...events]) {
  if (key in globalThis) continue
  const bound = events.includes(key) && window[key].bind(window)
  Object.defineProperty(globalThis, key, { configurable: true, get: () => bound || window[key] })
}

// jsdom accepts its own `AbortSignal` only.
const listen = window.EventTarget.prototype.addEventListener
window.EventTarget.prototype.addEventListener = function (type, listener, options) {
  const { signal, ...rest } = typeof options === 'object' ? options : { capture: options }
  signal?.addEventListener('abort', () => this.removeEventListener(type, listener, rest))
  listen.call(this, type, listener, rest)
}

const { createElement, createRef, StrictMode, version } = await import('react')
const { createRoot } = await import('react-dom/client')
const { QueryClient, QueryClientProvider } = await import('@tanstack/react-query')
const { createClient, http, parseAbiItem } = await import('viem')
const { createLogsConfig, defineNetwork, LogsProvider, nodePool, useLogs, xone } = await import('topic0')
const { LogTable } = await import('topic0/components')
const { LogExplorer } = await import('topic0/widget')

const warnings = []
for (const level of ['error', 'warn']) console[level] = (...args) => warnings.push(args.join(' '))

const url = process.env.NODE_URL
const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const network = defineNetwork(xone, { http: [url], finality: 10 })
const main = document.querySelector('main')

/** Resolves once `read` returns something. */
async function until(what, read) {
  const end = Date.now() + 120_000
  for (;;) {
    const found = read()
    if (found) return found
    if (warnings.length > 0 || Date.now() > end)
      throw new Error(`Waited in vain for ${what}: ${main.textContent} ${warnings}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function show(config, element, read) {
  const root = createRoot(main)
  const client = new QueryClient()
  const inner = createElement(LogsProvider, { config }, element)
  root.render(createElement(StrictMode, null, createElement(QueryClientProvider, { client }, inner)))
  const found = await read()
  root.unmount()
  client.clear()
  return found
}

const query = { event: transfer, fromBlock: 10n, toBlock: 200n }
const table = createRef()
function Transfers() {
  const logs = useLogs(query)
  const value = logs.data?.at(0)?.args.value
  return createElement(
    'section',
    { 'data-complete': logs.isComplete, 'data-count': logs.data?.length, 'data-type': typeof value },
    createElement(LogTable, { result: logs, ref: table }),
  )
}

const readTable = async () => {
  const section = await until('all logs', () => main.querySelector('section[data-complete="true"]'))
  await until('rows', () => main.querySelector('[role="row"][data-index="0"] [role="gridcell"]'))
  return {
    count: Number(section.dataset.count),
    value: section.dataset.type,
    ref: table.current === main.querySelector('.topic0-log-table'),
  }
}

async function readExplorer() {
  await until('logs', () => main.querySelector('.topic0-log-explorer [role="row"][data-index="0"]'))
  const { length } = main.querySelectorAll('.topic0-log-explorer [role="columnheader"]')
  // A menu in a popover, which React 18 does not know.
  const button = await until('the export button', () =>
    main.querySelector('.topic0-export-menu button:not([disabled])'),
  )
  button.dispatchEvent(new window.MouseEvent('click', { bubbles: true }))
  const dialog = await until('the export form', () => main.querySelector('.topic0-popover[popover="auto"]'))
  const toggle = Object.assign(new window.Event('toggle'), { newState: 'closed' })
  dialog.dispatchEvent(toggle)
  await until('its end', () => !main.querySelector('.topic0-popover'))
  return { columns: length, status: main.querySelector('.topic0-log-explorer').dataset.state }
}

const pooled = createClient({ chain: network, transport: nodePool(network) })
const plain = createClient({ chain: network, transport: http(url) })
const own = createLogsConfig({ networks: [network], clients: [pooled] })
const shown = {
  react: version,
  hooks: await show(own, createElement(Transfers), readTable),
  underClient: await show(
    createLogsConfig({ networks: [network], clients: [plain] }),
    createElement(Transfers),
    readTable,
  ),
  explorer: await show(own, createElement(LogExplorer, { defaultQuery: { fromBlock: 0n } }), readExplorer),
  warnings,
}
writeSync(1, JSON.stringify(shown))
process.exit(0)
