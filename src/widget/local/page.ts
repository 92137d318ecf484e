// The script of the page that `npx topic0` serves.
import type { PageSettings } from '../../cli/PageSettings.ts'
import type { BudgetStatus } from '../../rpc/createBudget.ts'
import type { LogExplorerElement } from '../element/LogExplorerElement.tsx'
import type { ExplorerAbi } from '../session/ExplorerAbi.ts'

const response = await fetch('settings.json')
const settings = (await response.json()) as PageSettings
const { chainId, name, endpoints, pollingInterval } = settings
const explorer = document.createElement('log-explorer') as LogExplorerElement
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
document.title = `${name}: logs`
document.body.append(explorer)

/** Milliseconds between two reads of the day's calls, which other pages and commands make, too. */
const budgetInterval = 2_000

/** Shows the day's calls. */
async function showBudget(footer: HTMLElement): Promise<void> {
  try {
    const { used, quota } = (await (await fetch('budget.json')).json()) as BudgetStatus
    const [sent, allowed] = [used, quota ?? used].map((count) => count.toLocaleString(navigator.language))
    footer.textContent = /^de\b/i.test(navigator.language)
      ? `${sent} von ${allowed} Anfragen heute`
      : `${sent} of ${allowed} requests today`
  } catch {
    // The command has ended: the explorer says that its endpoints are gone.
    footer.textContent = ''
  }
  setTimeout(() => void showBudget(footer), budgetInterval)
}
if (settings.hasQuota) void showBudget(document.body.appendChild(document.createElement('footer')))
