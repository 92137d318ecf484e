import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { createClient, numberToHex, parseAbiItem, toEventSelector } from 'viem'
import { createConfig, http, WagmiProvider } from 'wagmi'
import { LogTable } from '../../src/components.ts'
import { createDecoder, type LogRow, type RawLog } from '../../src/core.ts'
import { createLogsConfig, LogsProvider, nodePool, useLogs, xone, xoneTestnet } from '../../src/index.ts'
import { importsFor } from './compileExamples.ts'
import type { ExampleNetwork } from './ExampleNetwork.ts'
import { draws, type Example } from './findExamples.ts'
import { sources } from './readEntry.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

/**
 * Where this test file puts its examples; it removes the folder in the end, while another may still use its own.
 * Within the project, so that packages are found; in a folder that git, linter and formatter leave alone.
 */
export const mountFolder = resolve('.cache/mounted', `${process.pid}`)
mkdirSync(mountFolder, { recursive: true })

/**
 * An example as a module of its own, about the chain of the test: contracts that it names are the chain's first one, and
 * its blocks are those that the chain has.
 */
function toModule(example: Example, token: string): string {
  const own = example.code
    .replaceAll(/'0x[\da-fA-F]{40}'/g, `'${token}'`)
    .replaceAll(/(fromBlock:|const \w*from\w* =) [\d_]+n/gi, '$1 100n')
    .replaceAll(/toBlock: [\d_]+n/g, 'toBlock: 290n')
  const isWhole = /^import /m.test(own)
  const body = isWhole ? own : importsFor(own) + (draws(example) ? asComponent(own) : own)
  return body
    .replaceAll(/'topic0\/(\w+\.css)'/g, (_, sheet: string) => JSON.stringify(join(sources, sheet)))
    .replaceAll(/'topic0(?:\/([\w/-]+))?'/g, (_, entry: string | undefined) =>
      JSON.stringify(join(sources, `${entry ?? 'index'}.ts`)),
    )
}

/** A part of a table is drawn inside one, with the parts that show logs and errors. */
function inTable(code: string): string {
  if (!/^<LogTable\.(?!Root)/.test(code)) return code
  const others = ['Notices', 'Grid', 'Placeholder'].filter((part) => !code.includes(`<LogTable.${part} `))
  const parts = [code, ...others.map((part) => `<LogTable.${part} />`)]
  return `<LogTable.Root result={logs}>\n${parts.join('\n')}\n</LogTable.Root>`
}

/** The last of what is drawn: the code as a whole, its last statement, or what a constant holds. */
function asComponent(code: string): string {
  const [, before = '', last] = /^([^]*?)^(<[A-Z][^]*)$/m.exec(code) ?? []
  const drawn = last ?? [...code.matchAll(/^const (\w+) = [^\n]*<[A-Z]/gm)].at(-1)?.[1] ?? 'null'
  return `export function Example() {\n${last === undefined ? code : before}\nreturn (${drawn})\n}`
}

let written = 0

/** Writes an example as a module, puts in place what it leaves to its reader, and returns how to import it. */
function prepareExample(example: Example, network: ExampleNetwork) {
  const file = join(mountFolder, `${++written}.tsx`)
  const { fetch, node } = network
  const client = createClient({
    chain: xone,
    transport: nodePool(xone, { fetch, WebSocket: node.WebSocket, storage: null, channel: null }),
  })
  const config = createLogsConfig({ networks: [xone, xoneTestnet], clients: [client] })
  const queryClient = new QueryClient()
  const me = node.chain.accounts[0]!
  const query = { address: node.chain.contracts[0]!, event: transfer, fromBlock: 100n } as const
  const given = {
    token: query.address,
    ...{ me, transfer, client, config, queryClient },
    error: new Error('HTTP request failed.'),
    head: undefined,
    log: rowOf(
      node.chain.logs({ address: query.address, topics: [toEventSelector(transfer)] }, 0n, 290n)[0]!,
    ),
    logs: undefined,
    children: <p>What is inside.</p>,
    entries: [{ address: query.address, name: 'Token' }],
    saveEntry: () => {},
    removeEntry: () => {},
    setLog: () => {},
    setQuery: () => {},
    Transfers: () => {
      const result = useLogs({ ...query, toBlock: 290n })
      return <LogTable result={result} />
    },
  }
  Object.assign(globalThis, given)
  const chainId = example.code.includes('mainnet') ? 1 : xone.id
  Object.assign(window, { ethereum: createWallet(me, chainId) })
  writeFileSync(file, toModule(example, query.address))
  const load = () => import(/* @vite-ignore */ file) as Promise<Record<string, unknown>>
  return { load, config, queryClient, query }
}

const decoder = createDecoder([transfer])
const rowOf = (log: RawLog): LogRow => ({ ...log, decoded: decoder.decode(log) })

/** A wallet in the browser that lets every page connect. */
function createWallet(account: string, chainId: number) {
  const answers: Record<string, unknown> = {
    eth_requestAccounts: [account],
    eth_accounts: [account],
    eth_chainId: numberToHex(chainId),
  }
  return {
    on: () => {},
    removeListener: () => {},
    request: async ({ method }: { method: string }) => {
      if (method in answers) return answers[method]
      throw Object.assign(new Error(`This wallet does not support ${method}.`), { code: 4200 })
    },
  }
}

const isAsync = (value: unknown) => typeof value === 'function' && value.constructor.name === 'AsyncFunction'

/** What a server component renders, once it has rendered. */
function drawServerComponent(renderOnServer: () => Promise<ReactNode>): ComponentType {
  return function Rendered() {
    const [drawn, setDrawn] = useState<ReactNode>(null)
    useEffect(() => {
      void renderOnServer().then(setDrawn)
    }, [])
    return drawn
  }
}

/**
 * Mounts every component that an example exports, over the network of the test, with what the example leaves to its
 * reader. Each time it is a module of its own, with the config and the clients that it makes.
 */
export async function mountExample(given: Example, network: ExampleNetwork) {
  const example = { ...given, code: inTable(given.code) }
  const { load, config, queryClient, query } = prepareExample(example, network)
  const wagmi = createConfig({
    chains: [xone],
    transports: { [xone.id]: http(network.node.url) },
    storage: null,
    multiInjectedProviderDiscovery: false,
  })
  const drawn = Object.entries(await load())
    .filter(([name, value]) => /^[A-Z]/.test(name) && typeof value === 'function')
    .map(([, value]) =>
      isAsync(value)
        ? drawServerComponent(value as () => Promise<ReactNode>)
        : (value as ComponentType<object>),
    )
  // What recipes are given.
  const props = { config: example.code.includes(`from 'wagmi'`) ? wagmi : config }
  const Screen = () => drawn.map((Drawn) => <Drawn key={Drawn.name} {...props} />)
  /** The component around examples that show `logs` without reading them. */
  function WithLogs() {
    Object.assign(globalThis, { logs: useLogs(query) })
    return <Screen />
  }
  const isGiven = /\blogs\b/.test(example.code) && !/\bconst logs\b/.test(example.code)
  return {
    drawn: drawn.length,
    show: () =>
      render(
        <QueryClientProvider client={queryClient}>
          <WagmiProvider config={wagmi} reconnectOnMount={false}>
            <LogsProvider config={config}>{isGiven ? <WithLogs /> : <Screen />}</LogsProvider>
          </WagmiProvider>
        </QueryClientProvider>,
      ),
  }
}

/** Runs an example that draws nothing: its statements, then every function it exports that needs no argument. */
export async function runExample(example: Example, network: ExampleNetwork): Promise<void> {
  const exported = await prepareExample(example, network).load()
  for (const value of Object.values(exported))
    if (typeof value === 'function' && value.length === 0 && !isClass(value)) await value()
}

const isClass = (value: unknown) => String(value).startsWith('class ')
