// The script of the page that `npx topic0` serves.
import type { PageSettings } from '../../cli/PageSettings.ts'
import type { LogExplorerElement } from '../element/LogExplorerElement.tsx'
import type { ExplorerAbi } from '../session/ExplorerAbi.ts'

const response = await fetch('settings.json')
const { chainId, name, endpoints, pollingInterval, hasAbis } = (await response.json()) as PageSettings
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
if (hasAbis)
  new EventSource('abis').addEventListener('message', ({ data }: MessageEvent<string>) => {
    explorer.properties = { abis: JSON.parse(data) as readonly ExplorerAbi[] }
  })
document.title = `${name}: logs`
document.body.append(explorer)
