import { buildApp, measureChunks } from '../.ci/buildApp.mjs'

/** Left out of all apps. */
const react = /^react(-dom)?(\/|$)/

const apps = {
  'topic0 useLogs':
    "import { LogsProvider, createLogsConfig, useLogs, xone } from 'topic0'; import { QueryClient, QueryClientProvider } from '@tanstack/react-query'",
  'viem public client': "import { createPublicClient, http, parseEventLogs } from 'viem'",
  'viem client and actions':
    "import { createClient, http, parseEventLogs } from 'viem'; import { getLogs, watchEvent } from 'viem/actions'",
  'wagmi and viem getLogs':
    "import { WagmiProvider, createConfig, http, usePublicClient, useWatchContractEvent } from 'wagmi'; import { QueryClient, QueryClientProvider } from '@tanstack/react-query'",
  ethers: "import { Contract, Interface, JsonRpcProvider } from 'ethers'",
  'topic0 LogTable': "import { LogTable } from 'topic0/components'",
  'AG Grid':
    "import { AgGridReact } from 'ag-grid-react'; import { ClientSideRowModelModule, ModuleRegistry, TextFilterModule } from 'ag-grid-community'",
  'react-virtuoso': "import { TableVirtuoso } from 'react-virtuoso'",
}

/** Compares the sizes of apps that do the same with topic0 and with peers. Needs `npm run build`. @returns {Promise<import('./report.mjs').Row[]>} */
export async function run() {
  const first = {}
  const total = {}
  for (const [name, statements] of Object.entries(apps)) {
    const measured = measureChunks(await buildApp(statements, react))
    first[name] = measured.first / 1_000
    total[name] = measured.total / 1_000
  }
  const { 'topic0 useLogs': ours, 'topic0 LogTable': table, 'AG Grid': grid, ...rest } = first
  const { 'react-virtuoso': virtuoso, ...clients } = rest
  const peers = Math.min(clients['viem public client'], clients['wagmi and viem getLogs'], clients.ethers)
  return [
    {
      work: `History and live logs, first load (${total['topic0 useLogs'].toFixed(1)} with all that is loaded later)`,
      unit: 'kB',
      ours,
      peers: clients,
      target: 'less at first than a viem public client, wagmi or ethers',
      met: ours < peers,
    },
    {
      work: 'A table of logs',
      unit: 'kB',
      ours: table,
      peers: { 'AG Grid': grid, 'react-virtuoso (windowing only)': virtuoso },
      target: 'less than AG Grid',
      met: table < grid,
    },
  ]
}
