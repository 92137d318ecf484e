import type { Meta, StoryObj } from '@storybook/react-vite'
import { createElement } from 'react'
import { expect, waitFor } from 'storybook/test'
import { encodeAbiParameters, parseAbiItem, toEventSelector } from 'viem'
import '../src/element.ts'
import { german } from '../src/strings/de.ts'
import type { EndpointFaults } from '../src/testing/EndpointFaults.ts'
import type { LogDraft } from '../src/testing/TestChain.ts'
import type { LogExplorerElement } from '../src/widget/element/LogExplorerElement.tsx'
import { startFakeNode } from '../test/support/startFakeNode.ts'
import { token } from './support/seededLogs.ts'

interface Args {
  /** Attributes of the element. */
  attributes: Readonly<Record<string, string>>
  /** Properties set by a script. */
  properties?: LogExplorerElement['properties']
  /** The network; one per story, because the cache outlives the page. */
  chainId: number
  blocks: number
  logsPerBlock: number
  faults: EndpointFaults
  newest?: readonly LogDraft[]
}

/** `<log-explorer>` for pages without a build: a script tag and an element, with its own shadow root and styles. */
const meta = {
  title: 'Explorer/<log-explorer>',
  parameters: { layout: 'fullscreen' },
  args: { attributes: {}, chainId: 7_001, blocks: 2_000, logsPerBlock: 3, faults: {} },
  // The scripted node replaces the network.
  beforeEach: ({ args }) => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('topic0')) localStorage.removeItem(key)
    const { chainId, blocks, logsPerBlock, faults, newest } = args
    const node = startFakeNode({
      seed: 7,
      chainId,
      blocks,
      logsPerBlock,
      faults,
      timestamps: true,
      amountBytes: 8,
    })
    if (newest) node.chain.mine(1, { logs: newest })
    const { fetch } = globalThis
    globalThis.fetch = (input, init) => (String(input).startsWith(node.url) ? node.fetch : fetch)(input, init)
    args.attributes = { network: String(chainId), rpc: node.url, name: 'Harbour', ...args.attributes }
    return () => {
      globalThis.fetch = fetch
    }
  },
  render: ({ attributes, properties }) =>
    createElement('log-explorer', { ...attributes, ...(properties && { properties }) }),
} satisfies Meta<Args>

export default meta
type Story = StoryObj<Args>

const shadow = (canvas: HTMLElement) => canvas.querySelector('log-explorer')!.shadowRoot!
const rows = (canvas: HTMLElement) =>
  Number(shadow(canvas).querySelector('[role="grid"]')?.getAttribute('aria-rowcount') ?? 1) - 1
const becomes = (canvas: HTMLElement, selector: string) =>
  waitFor(() => expect(shadow(canvas).querySelector(selector)).toBeTruthy())

export const Default: Story = {
  play: ({ canvasElement }) => waitFor(() => expect(rows(canvasElement)).toBe(1_000)),
}

export const Dark: Story = { ...Default, args: { attributes: { theme: 'dark' } } }

/** In German. The published script loads the translation by itself, by the language of the page; a bundled one is given it. */
export const German: Story = {
  args: { attributes: { lang: 'de' }, properties: { strings: german } },
  play: ({ canvasElement }) =>
    waitFor(() => expect(shadow(canvasElement).textContent).toContain('Neuester Block')),
}

export const Narrow: Story = { ...Default, parameters: { width: 360 } }

export const Loading: Story = {
  args: { chainId: 7_002, faults: { hangOver: 0 } },
  play: ({ canvasElement }) => becomes(canvasElement, '.topic0-log-table[data-state="loading"]'),
}

export const Empty: Story = {
  args: { chainId: 7_003, logsPerBlock: 0 },
  play: ({ canvasElement }) => becomes(canvasElement, '.topic0-panel[data-state="empty"]'),
}

/** Older blocks are pruned: the failed range is shown, the rest stays. */
export const Partial: Story = {
  args: {
    chainId: 7_004,
    properties: { defaultQuery: { fromBlock: 0n, order: 'desc' } },
    faults: { pruned: { below: 1_000, style: 'error' } },
  },
  play: ({ canvasElement }) => becomes(canvasElement, '.topic0-scan-progress[data-state="failed"]'),
}

export const Failed: Story = {
  args: { chainId: 7_005, faults: { down: 'cors' } },
  play: ({ canvasElement }) => becomes(canvasElement, '[role="alert"][data-state="error"]'),
}

/** Invalid attributes are reported with what would be valid. */
export const WrongAttribute: Story = {
  args: { attributes: { network: 'five' } },
  play: ({ canvasElement }) =>
    expect(shadow(canvasElement).querySelector('[role="alert"]')).toHaveTextContent('found "five"'),
}

const said = parseAbiItem('event Said(string name, string text)')

/** Hostile strings, labels and network names are shown as text. */
export const Hostile: Story = {
  args: {
    chainId: 7_006,
    attributes: { name: '\u202Eevil <img src=x>' },
    properties: { contracts: [{ address: token, label: '\u202Eevil <img src=x>', abi: [said] }] },
    newest: [
      ['invoice\u202Efdp.exe', 'pay\u200Bpal.com'],
      ['<img src=x onerror=alert(1)>', 'javascript:alert(1)'],
    ].map((texts) => ({
      address: token,
      topics: [toEventSelector(said)],
      data: encodeAbiParameters(said.inputs, texts as [string, string]),
    })),
  },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(shadow(canvasElement).textContent).toContain('invoice\\u{202E}fdp.exe'))
    await expect(shadow(canvasElement).querySelector('img, a[href^="javascript:"]')).toBeNull()
    for (const hidden of ['\u200b', '\u202e'])
      await expect(shadow(canvasElement).textContent).not.toContain(hidden)
  },
}

/** Every log of the chain, oldest first. */
export const Huge: Story = {
  args: {
    chainId: 7_007,
    blocks: 4_000,
    logsPerBlock: 5,
    properties: { defaultQuery: { fromBlock: 0n } },
  },
  play: ({ canvasElement }) => waitFor(() => expect(rows(canvasElement)).toBe(20_000), { timeout: 45_000 }),
}
