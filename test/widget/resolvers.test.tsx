import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { AddressResolver } from '../../src/components/values/AddressStore.ts'
import type { TokenUnit } from '../../src/logs/decode/TokenUnit.ts'
import { xone } from '../../src/rpc/networks/xone.ts'
import { xoneTestnet } from '../../src/rpc/networks/xoneTestnet.ts'
import { renderExplorer } from './renderExplorer.tsx'
import { twoNetworks } from './twoNetworks.ts'

const row = () => document.querySelector('[data-index="0"]')
const details = () => document.querySelector('.topic0-log-details')
const groups = () => document.querySelector('.topic0-log-groups')

function openExplorer() {
  const { nodes, config } = twoNetworks([{ blocks: 40 }, { blocks: 40 }])
  const [log] = nodes[0]!.chain.logs({}, 39n, 39n)
  const contract = log!.address.toLowerCase()
  const resolveLabel = vi.fn<AddressResolver<string>>((address, { chainId }) =>
    address === contract ? `Page ${chainId}` : undefined,
  )
  const resolveToken = vi.fn<AddressResolver<TokenUnit>>((_, { chainId }) => ({
    symbol: `T${chainId}`,
    decimals: 2,
  }))
  const defaultQuery = { fromBlock: 0n, order: 'desc' } as const
  const props = { config, defaultQuery, resolveLabel, resolveToken }
  return { ...renderExplorer(props), config, contract, props }
}

test('names of the page are shown in table, details and groups, after those of the user', async () => {
  const { contract, props } = openExplorer()
  const name = `Page ${xone.id}`
  await waitFor(() => expect(row()).toHaveTextContent(name))
  await waitFor(() => expect(row()).toHaveTextContent(`T${xone.id}`))
  expect(props.resolveLabel.mock.calls.filter(([address]) => address === contract)).toHaveLength(1)
  fireEvent.click(row()!.querySelector('[aria-colindex="3"]')!)
  await waitFor(() => expect(details()).toHaveTextContent(name))
  fireEvent.click(screen.getByRole('radio', { name: 'Groups' }))
  await waitFor(() => expect(groups()).toHaveTextContent(name))

  fireEvent.click(screen.getByRole('button', { name: 'Name and ABI of this contract' }))
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Mine' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save', hidden: true }))
  await waitFor(() => expect(groups()).toHaveTextContent('Mine'))
  for (const shown of [row(), details(), groups()]) {
    expect(shown).toHaveTextContent('Mine')
    expect(shown).not.toHaveTextContent(name)
  }
})

test('names and units of one network are not shown on another', async () => {
  const { config, props } = openExplorer()
  await waitFor(() => expect(row()).toHaveTextContent(`T${xone.id}`))
  const shown = new Set<string>()
  act(() => config.setChainId(xoneTestnet.id))
  await waitFor(() => {
    shown.add(document.body.textContent)
    expect(row()).toHaveTextContent(`T${xoneTestnet.id}`)
  })
  expect([...shown].filter((text) => /(Page |T)3721(?!\d)/.test(text))).toEqual([])
  expect(props.resolveLabel.mock.calls.at(-1)![1].chainId).toBe(xoneTestnet.id)
})
