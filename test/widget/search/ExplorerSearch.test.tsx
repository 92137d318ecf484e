import { act, fireEvent, waitFor } from '@testing-library/react'
import { encodeErrorResult, parseAbi } from 'viem'
import { expect, test, vi } from 'vitest'
import type { LocalFilter } from '../../../src/logs/filter/LocalFilter.ts'
import type { LogSearch } from '../../../src/logs/filter/LogSearch.ts'
import { createLogsConfig } from '../../../src/query/createLogsConfig.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import { xoneTestnet } from '../../../src/rpc/networks/xoneTestnet.ts'
import { type LogExplorerProps } from '../../../src/widget/LogExplorer.tsx'
import { clientOf } from '../../support/clientOf.ts'
import { createFakeNode } from '../../support/fakeNode.ts'
import { fakeConfig } from '../../support/renderHooks.tsx'
import { renderExplorer } from '../renderExplorer.tsx'

async function open() {
  const { node, config } = fakeConfig()
  renderExplorer({ config, defaultQuery: { fromBlock: 0n, order: 'desc' } })
  await rowsAre(600)
  await waitFor(() => expect(field()).not.toBeNull())
  return node
}

const find = (selector: string) => document.querySelector<HTMLElement>(selector)!
const field = () => find('[role=combobox][aria-keyshortcuts="/"]')
const rowsAre = (count: number) =>
  waitFor(() => expect(find('[role=grid]')).toHaveAttribute('aria-rowcount', `${count + 1}`))
const options = () =>
  [...document.querySelectorAll('.topic0-log-explorer-found [role=option]')].map((one) => one.textContent)
const status = () => find('.topic0-log-explorer-found [role=status]')
const write = (value: string) => fireEvent.change(field(), { target: { value } })
const press = (key: string) => fireEvent.keyDown(field(), { key })

test('the hash of a transaction shows its logs', async () => {
  const node = await open()
  const [log] = node.chain.logs({}, 42, 42)
  const { transactionHash } = log!
  const all = node.chain.logs({}, 42, 42).filter((one) => one.transactionHash === transactionHash)
  fireEvent.keyDown(document.body, { key: '/' })
  expect(field()).toHaveFocus()
  write(`https://scan.example/tx/${transactionHash}`)
  await waitFor(() =>
    expect(options()).toEqual([expect.stringMatching(/^Logs of transaction 0x.*\d requests$/)]),
  )
  // The input method's own.
  expect(fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })).toBe(true)
  press('Enter')
  await rowsAre(all.length)
  // The field is done with: keys go on in the results, and `/` comes back.
  expect(find('[role=grid]')).toContainElement(document.activeElement as HTMLElement)
  fireEvent.keyDown(document.activeElement!, { key: '/' })
  expect(field()).toHaveFocus()
  expect(field()).toHaveValue('')
  expect(document.querySelector('.topic0-log-explorer-found')).not.toBeVisible()
})

test('the possible meanings of a hash are offered with their cost, and chosen by arrow keys', async () => {
  const node = await open()
  const { hash } = node.chain.block(42)!
  write(hash)
  await waitFor(() =>
    expect(options()).toEqual([
      expect.stringMatching(/^Logs of transaction .*\d requests$/),
      expect.stringMatching(/^Logs of block .*\d requests?$/),
      expect.stringMatching(/^Events with topic 0: .*request/),
      expect.stringMatching(/^Logs with topic 1: .*request/),
    ]),
  )
  press('Enter')
  await waitFor(() => expect(status()).toHaveTextContent('No transaction with this hash is known'))
  press('ArrowDown')
  const [, second] = document.querySelectorAll('.topic0-log-explorer-found [role=option]')
  expect(second).toHaveAttribute('aria-selected', 'true')
  expect(field()).toHaveAttribute('aria-activedescendant', second!.id)
  press('Enter')
  await rowsAre(2)
})

/** An explorer of two networks. `before` runs before each call to the first one. */
async function openTwo(props: LogExplorerProps = {}, before = async (_body: string) => {}) {
  const nodes = [xone, xoneTestnet].map((chain, index) =>
    createFakeNode({ chainId: chain.id, blocks: 300, logsPerBlock: 2, seed: index + 1 }),
  )
  const clients = [xone, xoneTestnet].map((chain, index) => {
    const { urls, fetch } = nodes[index]!
    const slow: typeof fetch = async (url, init) => {
      await before(String(init?.body))
      return fetch(url, init)
    }
    return clientOf({ urls, fetch: index === 0 ? slow : fetch }, { finality: 10 }, {}, chain)
  })
  const config = createLogsConfig({ networks: clients.map(({ chain }) => chain), clients })
  renderExplorer({ config, ...props, defaultQuery: { fromBlock: 0n, order: 'desc' } })
  await rowsAre(600)
  await waitFor(() => expect(field()).toBeEnabled())
  return { nodes, config }
}

test('a transaction found after the network was switched is shown on its own network', async () => {
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const { nodes, config } = await openTwo({}, async (body) => {
    if (body.includes('eth_getTransactionReceipt')) await gate
  })
  const [{ transactionHash } = { transactionHash: '' }] = nodes[0]!.chain.logs({}, 42, 42)
  write(transactionHash)
  press('Enter')
  expect(status()).toHaveTextContent('Looking for the transaction')
  act(() => config.setChainId(xoneTestnet.id))
  await waitFor(() => expect(nodes[1]!.callsOf('eth_getLogs')).not.toEqual([]))
  release()
  await waitFor(() => expect(config.getChainId()).toBe(xone.id))
  await rowsAre(
    nodes[0]!.chain.logs({}, 42, 42).filter((one) => one.transactionHash === transactionHash).length,
  )
})

test('a transaction is looked for once, and not shown after something else was chosen', async () => {
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const onQueryChange = vi.fn<(query: LogSearch) => void>()
  const asked: string[] = []
  const { nodes } = await openTwo({ onQueryChange }, async (body) => {
    if (!body.includes('eth_getTransactionReceipt')) return
    asked.push(body)
    await gate
  })
  const [{ transactionHash } = { transactionHash: '' }] = nodes[0]!.chain.logs({}, 42, 42)
  write(transactionHash)
  press('Enter')
  press('Enter')
  await waitFor(() => expect(asked).not.toEqual([]))
  write('77')
  press('Enter')
  await rowsAre(2)
  release()
  write('78')
  press('Enter')
  await waitFor(() => expect(find('[role=grid]')).toHaveTextContent(/index78/))
  expect(onQueryChange.mock.calls.map(([{ fromBlock }]) => fromBlock)).toEqual([77n, 78n])
  expect(asked).toHaveLength(1)
})

test('a link to the explorer of another network switches to it', async () => {
  const onQueryChange = vi.fn<(query: LogSearch) => void>()
  const onFiltersChange = vi.fn<(filters: readonly LocalFilter[]) => void>()
  const { nodes, config } = await openTwo({ onQueryChange, onFiltersChange })
  const [{ transactionHash } = { transactionHash: '' }] = nodes[1]!.chain.logs({}, 42, 42)
  write(`https://testnet.xonescan.com/tx/${transactionHash}`)
  expect(options()).toEqual([expect.stringContaining(`(${xoneTestnet.name})`)])
  press('Enter')
  await waitFor(() => expect(config.getChainId()).toBe(xoneTestnet.id))
  const sameTransaction = nodes[1]!.chain
    .logs({}, 42, 42)
    .filter((one) => one.transactionHash === transactionHash)
  await rowsAre(sameTransaction.length)
  expect(onQueryChange).toHaveBeenLastCalledWith({ fromBlock: 42n, toBlock: 42n, order: 'desc' })
  // The filter of the transaction is reported, too: the query has only its block.
  expect(onFiltersChange).toHaveBeenLastCalledWith([
    expect.objectContaining({ field: 'transaction', mode: 'only', values: [transactionHash] }),
  ])
})

test('contracts with the same label are all found, and gone with the next text', async () => {
  const error = vi.spyOn(console, 'error')
  const contracts = ['11', '22'].map((byte) => ({ address: `0x${byte.repeat(20)}` as const, label: 'Vault' }))
  await openTwo({ contracts })
  write('vault')
  expect(options()).toHaveLength(2)
  write('vaults')
  expect(options()).toEqual([])
  expect(error).not.toHaveBeenCalled()
})

test('other texts are explained', async () => {
  await open()
  write('good morning')
  press('Enter')
  expect(status()).toHaveTextContent('This is not a hash, address')
  write('{"method":"eth_call"}')
  expect(status()).toHaveTextContent('Expected one of eth_getLogs, eth_newFilter')
  press('Escape')
  expect(document.querySelector('.topic0-log-explorer-found')).not.toBeVisible()
})

test('a block number is found, and a slash typed in a field stays there', async () => {
  await open()
  const contracts = find('textarea')
  contracts.focus()
  fireEvent.keyDown(contracts, { key: '/' })
  expect(contracts).toHaveFocus()
  write('42')
  press('Enter')
  await rowsAre(2)
})

const hash = `0x${'7a'.repeat(32)}`
const account = `0x${'a1'.repeat(20)}`
const replies: Readonly<Record<string, unknown>> = {
  eth_getTransactionByHash: {
    ...{ hash, from: account, to: account, value: '0x0', input: '0xa9059cbb', nonce: '0x2', gas: '0x5208' },
  },
  eth_getTransactionReceipt: {
    ...{ status: '0x0', gasUsed: '0x5208', effectiveGasPrice: '0x3', contractAddress: null, logs: [] },
    ...{ blockNumber: '0x7', blockHash: hash, transactionIndex: '0x0', transactionHash: hash },
  },
}

test('a reverted transaction is shown with its reason, and closing it returns to the search', async () => {
  const node = await open()
  const abi = parseAbi(['error Error(string)'])
  const data = encodeErrorResult({ abi, args: ['too late'] })
  node.faults.respond = ({ method }) =>
    method === 'eth_call'
      ? { error: { code: 3, message: 'execution reverted: too late', data } }
      : method in replies
        ? { result: replies[method] }
        : undefined
  write(hash)
  press('Enter')
  await waitFor(() => expect(find('article')).toHaveFocus())
  expect(find('article')).toHaveTextContent(/Reverted.*too late.*0xa9059cbb.*21,000 of 21,000/)
  expect(node.callsOf('eth_call').map(({ params }) => params)).toEqual([
    [{ from: account, to: account, value: '0x0', gas: '0x5208', data: '0xa9059cbb' }, '0x6'],
  ])
  // The results stay.
  await rowsAre(600)
  fireEvent.keyDown(find('article'), { key: 'Escape' })
  expect(find('article')).toBeNull()
  expect(field()).toHaveFocus()
})

test('a transaction on another network is shown without the names that addresses have on this one', async () => {
  localStorage.setItem(`topic0:addresses:1:${xone.id}`, JSON.stringify([{ address: account, name: 'Alice' }]))
  const { nodes } = await openTwo()
  nodes[1]!.faults.respond = ({ method }) => (method in replies ? { result: replies[method] } : undefined)
  write(`https://testnet.xonescan.com/tx/${hash}`)
  press('Enter')
  await waitFor(() => expect(find('article')).toHaveTextContent(xoneTestnet.name))
  expect(find('article')).toHaveTextContent(/0xa1a1/i)
  expect(find('article')).not.toHaveTextContent('Alice')
})
