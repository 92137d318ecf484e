import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { createClient, parseAbiItem } from 'viem'
import { createConfig, http, WagmiProvider } from 'wagmi'
import { LogTable } from '../../src/components.ts'
import { createLogsConfig, LogsProvider, nodePool, useLogs, xone } from '../../src/index.ts'
import { makeRow } from '../components/makeRow.ts'
import type { FakeNode } from '../support/fakeNode.ts'
import { importsFor } from './compileExamples.ts'
import type { Example } from './findExamples.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

/** An example as a module of its own that exports what it draws, as `Example` where it has no name. */
function toModule({ code }: Example): string {
  // What a reader puts in: the block where a contract begins.
  const own = code.replaceAll('1_000_000n', '100n')
  const body = /^import /m.test(own) ? own : `${importsFor(own)}${asComponent(own)}`
  return body
    .replaceAll(/'topic0\/styles\.css'/g, `'${resolve('src/styles.css')}'`)
    .replaceAll(
      /'topic0(?:\/(\w+))?'/g,
      (_, entry: string | undefined) => `'${resolve(`src/${entry ?? 'index'}.ts`)}'`,
    )
}

/** The last of what is drawn: the code as a whole, its last statement, or what a constant holds. */
function asComponent(code: string): string {
  const [, before = '', last] = /^([^]*?)^(<[A-Z][^]*)$/m.exec(code) ?? []
  const drawn = last ?? [...code.matchAll(/^const (\w+) = [^\n]*<[A-Z]/gm)].at(-1)?.[1] ?? 'null'
  return `export function Example() {\n${last === undefined ? code : before}\nreturn (${drawn})\n}`
}

let written = 0

/**
 * Mounts all that an example exports and draws, over a node that stands for every endpoint, with what the example leaves to
 * its reader. Each time it is a module of its own, with the config and the clients that it makes.
 */
export async function mountExample(example: Example, node: FakeNode, fetch: typeof globalThis.fetch) {
  // Within the project, so that packages are found; in a folder that git, linter and formatter leave alone.
  const folder = resolve('.cache/mounted')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${process.pid}-${++written}.tsx`)
  const client = createClient({
    chain: xone,
    transport: nodePool(xone, { fetch, WebSocket: node.WebSocket, storage: null, channel: null }),
  })
  const config = createLogsConfig({ networks: [xone], clients: [client] })
  const wagmi = createConfig({
    chains: [xone],
    transports: { [xone.id]: http(node.url) },
    storage: null,
    multiInjectedProviderDiscovery: false,
  })
  const queryClient = new QueryClient()
  const query = { address: node.chain.contracts[0]!, event: transfer, fromBlock: 100n } as const
  const given = {
    token: query.address,
    me: node.chain.accounts[0]!,
    ...{ transfer, client, config, queryClient },
    head: undefined,
    log: makeRow(1),
    logs: undefined,
    children: <p>What is inside.</p>,
    setLog: () => {},
    setQuery: () => {},
    Transfers: () => {
      const result = useLogs({ ...query, toBlock: 290n })
      return <LogTable result={result} />
    },
  }
  Object.assign(globalThis, given)
  writeFileSync(file, toModule(example))
  const drawn = Object.entries(
    (await import(/* @vite-ignore */ file)) as Record<string, ComponentType<object>>,
  )
    .filter(([name, value]) => /^[A-Z]/.test(name) && typeof value === 'function')
    .map(([, value]) => value)
  // What recipes are given.
  const props = { config: example.code.includes(`from 'wagmi'`) ? wagmi : config }
  function Screen() {
    // What examples call `logs`: the result of the hook in the component around them.
    Object.assign(globalThis, { logs: useLogs(query) })
    return drawn.map((Drawn) => <Drawn key={Drawn.name} {...props} />)
  }
  return {
    drawn: drawn.length,
    show: () =>
      render(
        <QueryClientProvider client={queryClient}>
          <WagmiProvider config={wagmi} reconnectOnMount={false}>
            <LogsProvider config={config}>
              <Screen />
            </LogsProvider>
          </WagmiProvider>
        </QueryClientProvider>,
      ),
  }
}
