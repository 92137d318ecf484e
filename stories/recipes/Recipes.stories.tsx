import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, waitFor, within } from 'storybook/test'
import { http } from 'viem'
import { createConfig } from 'wagmi'
import { xone } from '../../src/rpc/networks/xone.ts'
import { createTestNetwork } from '../../src/testing.ts'
import { transfersIn } from '../support/LiveChain.tsx'
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
const startNetwork = () => createTestNetwork({ chain: xone, logs: transfersIn, blockNumber: 599n })

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
  const [{ config }] = useState(startNetwork)
  return <EmbedInDapp config={config} />
}

export const InADapp: Story = {
  parameters: shown('EmbedInDapp'),
  render: () => <Dapp />,
  play: hasRows,
}

function Wagmi() {
  const [config] = useState(() => {
    const { chain, fetch } = startNetwork()
    const transport = http(chain.http[0], { fetchFn: fetch })
    return createConfig({ chains: [chain], transports: { [chain.id]: transport } })
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
    // In the light or in the dark theme.
    await expect(['rgb(11, 107, 102)', 'rgb(95, 214, 205)']).toContain(getComputedStyle(bars).fill)
  },
}

export const OwnWords: Story = {
  parameters: shown('OwnStrings'),
  render: () => <OwnStrings logs={logs} />,
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('columnheader', { name: 'Münze' })).toBeVisible()
  },
}
