import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, waitFor, within } from 'storybook/test'
import { createClient, http } from 'viem'
import { createConfig } from 'wagmi'
import { createLogsConfig } from '../../src/query/createLogsConfig.ts'
import { defineNetwork } from '../../src/rpc/networks/defineNetwork.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'
import { xone } from '../../src/rpc/networks/xone.ts'
import { startFakeNode } from '../../test/support/startFakeNode.ts'
import { seededLogs } from '../support/seededLogs.ts'
import { CustomCells } from './CustomCells.tsx'
import { CustomTheme } from './CustomTheme.tsx'
import { EmbedInDapp } from './EmbedInDapp.tsx'
import { OwnStrings } from './OwnStrings.tsx'
import { WithWagmi } from './WithWagmi.tsx'

const meta = {
  title: 'Recipes',
  parameters: { docs: { canvas: { sourceState: 'shown' } } },
} satisfies Meta

export default meta
type Story = StoryObj<typeof meta>

const logs = seededLogs(400)
const startNode = () => startFakeNode({ seed: 7, blocks: 600, logsPerBlock: 3, faults: {}, timestamps: true })

const sources = import.meta.glob<string>('./*.tsx', { query: '?raw', import: 'default', eager: true })

/** The recipe's own file, with imports from the package. */
function shown(name: string) {
  const code = sources[`./${name}.tsx`]!.replaceAll(`'../../src/index.ts'`, `'topic0'`).replaceAll(
    /'\.\.\/\.\.\/src\/(\w+)\.ts'/g,
    `'topic0/$1'`,
  )
  return { docs: { source: { code, language: 'tsx', dark: false } } }
}

const hasRows = ({ canvasElement }: { canvasElement: HTMLElement }) =>
  waitFor(() => expect(within(canvasElement).getAllByRole('row').length).toBeGreaterThan(2))

function Dapp() {
  const [config] = useState(() => {
    const node = startNode()
    const network = defineNetwork(xone, { http: node.urls })
    const transport = nodePool(network, { fetch: node.fetch, storage: null, channel: null })
    return createLogsConfig({
      networks: [network],
      clients: [createClient({ chain: network, transport })],
    })
  })
  return <EmbedInDapp config={config} />
}

export const InADapp: Story = {
  parameters: shown('EmbedInDapp'),
  render: () => <Dapp />,
  play: hasRows,
}

function Wagmi() {
  const [config] = useState(() => {
    const node = startNode()
    const transport = http(node.urls[0], { fetchFn: node.fetch })
    return createConfig({ chains: [xone], transports: { [xone.id]: transport } })
  })
  return <WithWagmi config={config} />
}

export const OnWagmi: Story = {
  parameters: shown('WithWagmi'),
  render: () => <Wagmi />,
  play: hasRows,
}

export const OwnCells: Story = {
  parameters: shown('CustomCells'),
  render: () => <CustomCells logs={logs} />,
  play: hasRows,
}

export const OwnTheme: Story = {
  parameters: shown('CustomTheme'),
  render: () => <CustomTheme logs={logs} />,
  play: async ({ canvasElement }) => {
    const bars = canvasElement.querySelector('.topic0-block-histogram svg')!
    await expect(getComputedStyle(bars).fill).toBe('rgb(11, 107, 102)')
  },
}

export const OwnWords: Story = {
  parameters: shown('OwnStrings'),
  render: () => <OwnStrings logs={logs} />,
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('columnheader', { name: 'Münze' })).toBeVisible()
  },
}
