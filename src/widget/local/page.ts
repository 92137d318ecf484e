// The script of the page that `npx topic0` serves, as one file: it may import types only.
import type { PageSettings } from '../../cli/PageSettings.ts'
import type { BudgetStatus, BudgetStorage } from '../../rpc/Budget.ts'
import type { ServedExplorerElement } from '../element/LogExplorerElement.tsx'
import type { ExplorerAbi } from '../session/ExplorerAbi.ts'

/** Milliseconds between two reads of the day's calls. */
const budgetInterval = 2_000

/** The day's calls as the command counts them, with those of other pages and commands. */
class ServedBudget implements BudgetStorage {
  readonly length = 1
  readonly enforced = true
  readonly #prefix: string
  readonly #listeners = new Set<() => void>()
  #day: string
  #used: number

  constructor(chainId: number, { day, used }: BudgetStatus) {
    this.#prefix = `topic0.calls.${chainId}.`
    this.#day = day
    this.#used = used
    setTimeout(() => void this.#refresh(), budgetInterval)
  }

  key(): string {
    return `${this.#prefix}${this.#day}.shared`
  }

  getItem(): string {
    return `${this.#used}`
  }

  setItem(key: string, count: string): void {
    this.#day = key.slice(this.#prefix.length, this.#prefix.length + this.#day.length)
    this.#used = Number(count)
  }

  removeItem(): void {}

  readonly transaction = <result>(work: () => result): result => work()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #refresh(): Promise<void> {
    try {
      const { day, used } = await readBudget()
      const isSame = day === this.#day && used === this.#used
      this.#day = day
      this.#used = used
      if (!isSame) for (const listener of this.#listeners) listener()
    } catch {
      // The command has ended: the explorer says that its endpoints are gone.
    }
    setTimeout(() => void this.#refresh(), budgetInterval)
  }
}

async function readBudget(): Promise<BudgetStatus> {
  return (await (await fetch('budget.json')).json()) as BudgetStatus
}

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
if (quota !== undefined)
  explorer.servedCalls = { quota, storage: new ServedBudget(chainId, await readBudget()) }
document.title = `${name}: logs`
document.body.append(explorer)
