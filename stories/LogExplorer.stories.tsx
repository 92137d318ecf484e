import type { Meta, StoryObj } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, waitFor, within } from 'storybook/test'
import {
  createClient,
  encodeAbiParameters,
  encodeErrorResult,
  parseAbi,
  parseAbiItem,
  toEventSelector,
} from 'viem'
import { defineNetwork } from '../src/logs/archive/defineNetwork.ts'
import { createLogCache } from '../src/logs/cache/createLogCache.ts'
import { indexedDbStorage } from '../src/logs/cache/indexedDbStorage.ts'
import { createLogsConfig } from '../src/query/createLogsConfig.ts'
import { xone } from '../src/rpc/networks/xone.ts'
import { nodePool } from '../src/rpc/pool/nodePool.ts'
import { german } from '../src/strings/de.ts'
import type { EndpointFaults } from '../src/testing/EndpointFaults.ts'
import type { LogDraft } from '../src/testing/TestChain.ts'
import { LogExplorer, type LogExplorerProps } from '../src/widget/LogExplorer.tsx'
import { startFakeNode } from '../test/support/startFakeNode.ts'
import { token } from './support/seededLogs.ts'

interface Args extends LogExplorerProps {
  /** Blocks of the scripted chain. */
  blocks: number
  logsPerBlock: number
  faults: EndpointFaults
  /** Logs of the newest block. */
  newest?: readonly LogDraft[]
  /** Requests allowed per day. */
  dailyQuota?: number
  /** IndexedDB for the cache. */
  factory?: IDBFactory
}

const meta = {
  title: 'Explorer/LogExplorer',
  component: LogExplorer,
  parameters: { layout: 'fullscreen' },
  // Stories do not share stored settings.
  beforeEach: () => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('topic0')) localStorage.removeItem(key)
  },
  args: { blocks: 2_000, logsPerBlock: 3, faults: {}, style: { blockSize: '44rem' } },
  render: (args) => <Demo {...args} />,
} satisfies Meta<Args>

export default meta
type Story = StoryObj<Args>

function Demo({ blocks, logsPerBlock, faults, newest, dailyQuota = 10_000, factory, ...props }: Args) {
  const [{ config, contracts }] = useState(() => {
    const node = startFakeNode({ seed: 7, blocks, logsPerBlock, faults, timestamps: true, amountBytes: 8 })
    if (newest) node.chain.mine(1, { logs: newest })
    const network = defineNetwork(xone, { http: node.urls, dailyQuota })
    const transport = nodePool(network, { fetch: node.fetch, storage: null, channel: null })
    const client = createClient({ chain: network, transport })
    const labels = ['Harbour', 'Copper', 'Postcards']
    return {
      config: createLogsConfig({
        networks: [network],
        clients: [client],
        ...(factory && {
          cache: createLogCache({ storage: indexedDbStorage({ name: 'topic0-story', factory }) }),
        }),
      }),
      contracts: node.chain.contracts
        .slice(0, 3)
        .map((address, index) => ({ address, label: labels[index]! })),
    }
  })
  const [queryClient] = useState(() => new QueryClient())
  return (
    <QueryClientProvider client={queryClient}>
      <LogExplorer config={config} contracts={contracts} {...props} />
    </QueryClientProvider>
  )
}

const rows = (canvas: HTMLElement) =>
  Number(canvas.querySelector('[role="grid"]')?.getAttribute('aria-rowcount') ?? 1) - 1

export const Default: Story = {
  play: ({ canvasElement }) => waitFor(() => expect(rows(canvasElement)).toBe(1_000)),
}

export const Dark: Story = { ...Default, args: { theme: 'dark' } }

export const Narrow: Story = { ...Default, parameters: { width: 360 } }

/** Longer words fit as well. */
export const German: Story = { ...Default, args: { strings: german } }

/** The bell of a saved query watches it; the bell in the header lists the watched queries. */
export const Watching: Story = {
  play: async ({ canvasElement, userEvent }) => {
    await waitFor(() => expect(rows(canvasElement)).toBe(1_000))
    const canvas = within(canvasElement)
    const filter = canvasElement.querySelector<HTMLElement>(
      '.topic0-log-explorer-toggle[aria-expanded="false"]',
    )
    if (filter) await userEvent.click(filter)
    const tools = canvasElement.querySelector<HTMLElement>('.topic0-filter-tools > button')!
    await userEvent.click(tools)
    const save = canvasElement.querySelector<HTMLElement>('.topic0-save')!
    await userEvent.type(within(save).getByRole('textbox'), 'Harbour')
    await userEvent.click(within(save).getByRole('button'))
    await userEvent.click(await canvas.findByRole('switch', { name: /Harbour/ }))
    await userEvent.click(canvasElement.querySelector<HTMLElement>('.topic0-watch-button')!)
    await expect(await canvas.findByRole('dialog')).toBeVisible()
  },
}

export const WatchingGermanDark: Story = { ...Watching, args: { strings: german, theme: 'dark' } }

export const WatchingNarrow: Story = { ...Watching, parameters: { width: 360 } }

/** Two queries over the same blocks. */
export const Compared: Story = {
  play: async ({ canvasElement, userEvent }) => {
    await waitFor(() => expect(rows(canvasElement)).toBe(1_000))
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: /^(Compare|Vergleichen)$/ }))
    const choice = within(await canvas.findByRole('dialog'))
    await userEvent.click((await choice.findAllByRole('button'))[0]!)
    await waitFor(() => expect(canvas.getAllByRole('grid')).toHaveLength(2))
  },
}

export const ComparedGermanDark: Story = { ...Compared, args: { strings: german, theme: 'dark' } }

export const ComparedNarrow: Story = { ...Compared, parameters: { width: 360 } }

/** What a pasted hash may be, with the requests that each meaning costs. */
export const Search: Story = {
  play: async ({ canvasElement, userEvent }) => {
    await waitFor(() => expect(rows(canvasElement)).toBe(1_000))
    const search = within(within(canvasElement).getByRole('search'))
    const field = await search.findByRole('combobox')
    await waitFor(() => expect(field).toBeEnabled())
    await userEvent.click(field)
    await userEvent.paste(`0x${'1f'.repeat(32)}`)
    await expect(await search.findAllByRole('option')).toHaveLength(4)
    await waitFor(() => expect(search.getAllByText(/\d (requests|Anfragen)$/).length).toBeGreaterThan(2))
  },
}

export const SearchGerman: Story = { ...Search, args: { strings: german } }

export const SearchNarrow: Story = { ...Search, parameters: { width: 360 } }

const failed = { hash: `0x${'7a'.repeat(32)}`, from: `0x${'a1'.repeat(20)}`, to: token } as const
const failedReplies: Readonly<Record<string, unknown>> = {
  eth_getTransactionByHash: {
    ...{ ...failed, value: '0x0', nonce: '0x2', gas: '0x15f90', input: `0xa9059cbb${'1'.repeat(128)}` },
  },
  eth_getTransactionReceipt: {
    ...{ status: '0x0', gasUsed: '0xf3a4', effectiveGasPrice: '0x3b9aca00', logs: [], contractAddress: null },
    ...{
      blockNumber: '0x7c0',
      blockHash: failed.hash,
      transactionIndex: '0x3',
      transactionHash: failed.hash,
    },
  },
}
const data = encodeErrorResult({
  abi: parseAbi(['error InsufficientBalance(address owner, uint256 balance, uint256 needed)']),
  args: [failed.from, 12n, 1_500_000n],
})

/** A transaction without logs: why it was reverted, from a replay. */
export const RevertedTransaction: Story = {
  args: {
    abis: [{ abi: parseAbi(['error InsufficientBalance(address owner, uint256 balance, uint256 needed)']) }],
    faults: {
      respond: ({ method }) =>
        method === 'eth_call'
          ? { error: { code: 3, message: 'execution reverted', data } }
          : method in failedReplies
            ? { result: failedReplies[method] }
            : undefined,
    },
  },
  play: async ({ canvasElement, userEvent }) => {
    await waitFor(() => expect(rows(canvasElement)).toBe(1_000))
    const search = within(within(canvasElement).getByRole('search'))
    await waitFor(() => expect(search.getByRole('combobox')).toBeEnabled())
    await userEvent.click(search.getByRole('combobox'))
    await userEvent.paste(failed.hash)
    await userEvent.keyboard('{Enter}')
    const details = await within(canvasElement).findByRole('article')
    await expect(details).toHaveFocus()
    await expect(within(details).getByText('InsufficientBalance')).toBeVisible()
  },
}

export const RevertedTransactionGermanDark: Story = {
  ...RevertedTransaction,
  args: { ...RevertedTransaction.args, strings: german, theme: 'dark' },
}

export const RevertedTransactionNarrow: Story = { ...RevertedTransaction, parameters: { width: 360 } }

/** Text that is not recognized is explained. */
export const SearchUnknown: Story = {
  play: async ({ canvasElement, userEvent }) => {
    await waitFor(() => expect(rows(canvasElement)).toBe(1_000))
    const search = within(within(canvasElement).getByRole('search'))
    const field = await search.findByRole('combobox')
    await waitFor(() => expect(field).toBeEnabled())
    await userEvent.click(field)
    await userEvent.paste('good morning')
    await expect(await search.findByText(/^This is not a hash, address/)).toBeVisible()
  },
}

/** The form and the details overlay the table. */
export const Medium: Story = { ...Default, parameters: { width: 1024 } }

export const InShadowRoot: Story = {
  parameters: { shadowRoot: true },
  play: async ({ canvasElement }) => {
    const root = canvasElement.querySelector('.story > div')!.shadowRoot!
    await waitFor(() => expect(root.querySelector('[role="grid"] [role="gridcell"]')).toBeTruthy())
  },
}

/** Logs grouped by contract; the table keeps its scroll position. */
export const Groups: Story = {
  play: async ({ canvas, canvasElement, userEvent }) => {
    await waitFor(() => expect(rows(canvasElement)).toBe(1_000))
    await userEvent.click(canvas.getByRole('radio', { name: 'Groups' }))
    const groups = within(await canvas.findByRole('region', { name: 'Log groups' }))
    await expect((await groups.findAllByText('Harbour')).length).toBeGreaterThan(0)
  },
}

/** An unreadable link is reported, and the default query runs. */
export const InvalidLink: Story = {
  args: { urlState: true },
  beforeEach: () => {
    const before = location.href
    history.replaceState(history.state, '', '#address=0x12')
    return () => history.replaceState(history.state, '', before)
  },
  play: async ({ canvas, canvasElement }) => {
    await waitFor(() => expect(rows(canvasElement)).toBe(1_000))
    await expect(await canvas.findByText('This link is invalid')).toBeVisible()
  },
}

/** Every log of the chain, oldest first. */
export const Huge: Story = {
  args: { blocks: 4_000, logsPerBlock: 5, defaultQuery: { fromBlock: 0n } },
  play: ({ canvasElement }) => waitFor(() => expect(rows(canvasElement)).toBe(20_000), { timeout: 45_000 }),
}

/** The head is known, no logs yet. */
export const Loading: Story = {
  args: { faults: { hangOver: 0 } },
  play: ({ canvasElement }) =>
    waitFor(() =>
      expect(canvasElement.querySelector('.topic0-log-table[data-state="loading"]')).toBeTruthy(),
    ),
}

const said = parseAbiItem('event Said(string name, string text)')

/** Hostile strings and labels are shown as text. */
export const Hostile: Story = {
  args: {
    contracts: [{ address: token, label: '\u202Eevil <img src=x>', abi: [said] }],
    newest: [
      ['invoice\u202Efdp.exe', 'pay\u200Bpal.com'],
      ['<img src=x onerror=alert(1)>', 'javascript:alert(1)'],
      ['=HYPERLINK("https://evil.example","click")', 'a\u0000b\r\nc\u2028d'],
      ['A'.repeat(100_000), ''],
    ].map((texts) => ({
      address: token,
      topics: [toEventSelector(said)],
      data: encodeAbiParameters(said.inputs, texts as [string, string]),
    })),
  },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(canvasElement.textContent).toContain('invoice\\u{202E}fdp.exe'))
    await expect(canvasElement.querySelector('img, a[href^="javascript:"]')).toBeNull()
    for (const hidden of ['\u200b', '\u202e', '\u0000'])
      await expect(canvasElement.textContent).not.toContain(hidden)
  },
}

export const Empty: Story = {
  args: { logsPerBlock: 0 },
  play: ({ canvasElement }) =>
    waitFor(() => expect(canvasElement.querySelector('[data-state="empty"]')).toBeTruthy()),
}

/** Older blocks are pruned: the failed range is shown, the rest stays. */
export const Partial: Story = {
  args: {
    defaultQuery: { fromBlock: 0n, order: 'desc' },
    faults: { pruned: { below: 1_000, style: 'error' } },
  },
  play: ({ canvasElement }) =>
    waitFor(() =>
      expect(canvasElement.querySelector('.topic0-scan-progress[data-state="failed"]')).toBeTruthy(),
    ),
}

/** The share that was read is shown whole, however long the number of failed blocks is. */
export const PartialNarrowGerman: Story = {
  args: { ...Partial.args, strings: german },
  parameters: { width: 360 },
  play: async (context) => {
    await Partial.play!(context)
    const { scrollWidth, clientWidth } = context.canvasElement.querySelector('[role="progressbar"]')!
    await expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  },
}

const fails: Story['play'] = ({ canvasElement }) =>
  waitFor(() => expect(canvasElement.querySelector('[role="alert"][data-state="error"]')).toBeTruthy())

export const DeadEndpoint: Story = { args: { faults: { down: 'cors' } }, play: fails }

export const WrongNetwork: Story = { args: { faults: { chainId: 1 } }, play: fails }

/** No storage, as in private windows: a notice says so, and logs still load. */
export const PrivateMode: Story = {
  args: {
    factory: {
      open: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    } as unknown as IDBFactory,
  },
  play: async ({ canvas, canvasElement }) => {
    await waitFor(() => expect(rows(canvasElement)).toBe(1_000))
    await expect(await canvas.findByText(/^Logs are kept in memory only/)).toBeVisible()
  },
}

/** The disk is full: a notice says so, and logs still load. */
export const FullDisk: Story = {
  // Created at render time: story files are also read without a DOM.
  render: (args) => <Demo {...args} factory={indexedDB} />,
  beforeEach: () => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError')
    }
    return () => {
      IDBObjectStore.prototype.put = put
    }
  },
  play: async ({ canvas, canvasElement }) => {
    await waitFor(() => expect(rows(canvasElement)).toBe(1_000))
    await expect(await canvas.findByText(/the browser's storage is full/)).toBeVisible()
  },
}

/** A learned range limit, with the node's own message. */
export const LearnedLimits: Story = {
  args: { faults: { maxBlockRange: 200 }, defaultQuery: { fromBlock: 0n } },
  play: async ({ canvas, canvasElement, userEvent }) => {
    await waitFor(() => expect(rows(canvasElement)).toBe(6_000))
    await userEvent.click(canvasElement.querySelector('.topic0-log-explorer-endpoints > summary')!)
    await expect(await canvas.findByText(/^At most 200 blocks per request/)).toBeVisible()
    await expect(canvas.getByText('query exceeds max block range 200')).toBeVisible()
  },
}

/** A query above the remaining budget asks for confirmation first. */
export const Confirmation: Story = {
  args: { dailyQuota: 4 },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alertdialog')).toBeVisible()
    await expect(canvas.queryByRole('grid')).toBeNull()
  },
}

export const ConfirmationNarrow: Story = { ...Confirmation, parameters: { width: 360 } }

export const ConfirmationDark: Story = { ...Confirmation, args: { ...Confirmation.args, theme: 'dark' } }

/** An invalid query is explained, without a retry button. */
export const InvalidQuery: Story = {
  args: { defaultQuery: { address: '0x12' } },
  play: async (context) => {
    await fails(context)
    await expect(within(context.canvasElement).queryByRole('button', { name: 'Try again' })).toBeNull()
  },
}
