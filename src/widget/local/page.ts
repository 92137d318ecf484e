// The script of the page that `npx topic0` serves, as one file: it may import types only.
import type { PageSettings } from '../../cli/PageSettings.ts'
import type { BudgetStatus } from '../../rpc/Budget.ts'
import type { ServedCalls, ServedExplorerElement } from '../element/LogExplorerElement.tsx'
import type { ExplorerAbi } from '../session/ExplorerAbi.ts'

/** Milliseconds between two reads of the day's calls. */
const budgetInterval = 2_000

const response = await fetch('settings.json')
const settings = (await response.json()) as PageSettings
const { chainId, name, endpoints, pollingInterval, quota } = settings
const explorer = document.createElement('log-explorer') as ServedExplorerElement
const urls = Array.from({ length: endpoints }, (_, at) => new URL(`rpc/${at}`, location.href).href)
const attributes = {
  network: `${chainId}`,
  name,
  rpc: urls.join(' '),
  lang: navigator.language,
  live: '',
  'url-state': '',
  'polling-interval': pollingInterval === undefined ? undefined : `${pollingInterval}`,
}
for (const [attribute, value] of Object.entries(attributes))
  if (value !== undefined) explorer.setAttribute(attribute, value)
if (settings.hasAbis)
  new EventSource('abis').addEventListener('message', ({ data }: MessageEvent<string>) => {
    explorer.properties = { abis: JSON.parse(data) as readonly ExplorerAbi[] }
  })
if (quota !== undefined) explorer.servedCalls = await serveCalls(quota)
document.title = `${name}: logs`
document.body.append(explorer)

/** The day's calls as the command counts them, with those of other pages and commands. */
async function serveCalls(quota: number): Promise<ServedCalls> {
  const prefix = `topic0.calls.${chainId}.`
  const read = async () => (await (await fetch('budget.json')).json()) as BudgetStatus
  const listeners = new Set<() => void>()
  let { day, used } = await read()

  async function update(): Promise<void> {
    try {
      const next = await read()
      const isSame = next.day === day && next.used === used
      ;({ day, used } = next)
      if (!isSame) for (const listener of listeners) listener()
    } catch {
      // The command has ended: the explorer says that its endpoints are gone.
    }
    setTimeout(() => void update(), budgetInterval)
  }
  setTimeout(() => void update(), budgetInterval)

  return {
    quota,
    storage: {
      length: 1,
      key: () => `${prefix}${day}.shared`,
      getItem: () => `${used}`,
      setItem(key, count) {
        day = key.slice(prefix.length, prefix.length + day.length)
        used = Number(count)
      },
      removeItem() {},
      transaction: (work) => work(),
      enforced: true,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  }
}
