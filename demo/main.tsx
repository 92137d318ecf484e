import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { defineChain } from 'viem'
import { demo } from 'virtual:demo'
import { createLogCache, indexedDbStorage, signatureLookup } from '../src/core.ts'
import { createLogsConfig, defineNetwork, LogsProvider, xone, xoneTestnet } from '../src/index.ts'
import { german } from '../src/strings/de.ts'
import '../src/explorer.css'
import { LogExplorer, type LogExplorerProps } from '../src/widget.ts'
import { HardModePanel } from './HardModePanel.tsx'
import { PageControls } from './PageControls.tsx'
import { usePageSettings } from './usePageSettings.ts'
import { useServedAbis } from './useServedAbis.ts'
import { languages } from './words.ts'

const served = demo.networks.map(
  ({ chainId, name, currency, http, webSocket, finality, dailyQuota, archive }) =>
    defineNetwork(
      defineChain({
        id: chainId,
        name,
        nativeCurrency: currency,
        rpcUrls: { default: { http, ...(webSocket !== undefined && { webSocket: [webSocket] }) } },
      }),
      { finality, dailyQuota, archive },
    ),
)
// The presets come after the served networks, so that there is always more than one to choose from.
const presets = [xone, xoneTestnet].filter(({ id }) => served.every((network) => network.id !== id))
// Kept across reloads, as in an explorer without a config. If the chain was started again, its cache is discarded.
const cache = createLogCache({ storage: indexedDbStorage({ name: 'topic0-demo' }) })
const config = createLogsConfig({ networks: [...served, ...presets], cache })
const queryClient = new QueryClient()

const lookups = demo.lookup ? [signatureLookup()] : []

function Explorer({ strings }: Pick<LogExplorerProps, 'strings'>) {
  return (
    <LogExplorer
      contracts={demo.contracts}
      abis={useServedAbis(demo.abis)}
      strings={strings}
      lookups={lookups}
      pollingInterval={2_000}
      defaultLive
      urlState
      className="explorer"
    />
  )
}

function Page() {
  const [settings, setSettings] = usePageSettings()
  const { language } = settings
  const words = languages[language]
  return (
    <>
      <Explorer strings={language === 'de' ? german : undefined} />
      <footer className="demo-bar">
        {demo.hardMode && <HardModePanel {...demo.hardMode} words={words} language={language} />}
        <PageControls words={words} settings={settings} onChange={setSettings} />
      </footer>
    </>
  )
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <LogsProvider config={config}>
        <Page />
      </LogsProvider>
    </QueryClientProvider>
  </StrictMode>,
)
