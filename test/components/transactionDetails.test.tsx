import { fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { StringsProvider } from '../../src/components/locales/StringsProvider.tsx'
import { transactionCode } from '../../src/components/LogDetails/CopyTransaction.tsx'
import { LogDetails } from '../../src/components/LogDetails/LogDetails.tsx'
import type { DecodedCall } from '../../src/components/LogDetails/searchStates.ts'
import { traceUrl } from '../../src/components/LogDetails/traceUrl.ts'
import { TransactionDetails } from '../../src/components/LogDetails/TransactionDetails.tsx'
import type { LinkBuilders } from '../../src/components/values/LinkBuilders.ts'
import type { LogTransaction, TransactionReplay } from '../../src/logs/lookup/LogTransaction.ts'
import { german } from '../../src/strings/de.ts'
import { makeRow } from './makeRow.ts'

const log = makeRow(3)
const data: LogTransaction = {
  hash: log.transactionHash,
  status: 'success',
  from: `0x${'a1'.repeat(20)}`,
  to: `0x${'b2'.repeat(20)}`,
  contractAddress: undefined,
  value: 1_500_000_000_000_000_000n,
  input: `0xa9059cbb${'0'.repeat(128)}`,
  nonce: 12,
  gasLimit: 90_000n,
  gasUsed: 45_000n,
  gasPrice: 4_000_000_000n,
  blockNumber: log.blockNumber,
  blockHash: log.blockHash,
  transactionIndex: 1,
  logs: [log],
  replay: undefined,
}
const transactionLogs = { status: 'success', logs: [log], onRead: () => {} } as const
const facts = () =>
  Object.fromEntries(
    [...document.querySelectorAll('.topic0-transaction > div')].map((row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('dd')?.textContent,
    ]),
  )

const argTexts = () =>
  [...document.querySelectorAll('.topic0-call-args > span')].map(({ textContent }) => textContent)

/** A call as an ABI decodes it, by its signature, with the values of its arguments by name. */
const callOf = (signature: string, args: Record<string, string | bigint>): DecodedCall => ({
  name: signature.slice(0, signature.indexOf('(')),
  signature,
  args: Object.entries(args).map(([name, value]) => ({ name, value })),
})

interface Shown extends Partial<
  Pick<ComponentProps<typeof TransactionDetails>, 'call' | 'revert' | 'token' | 'explorerUrl'>
> {
  replay?: TransactionReplay
}

function showReverted(
  { replay = { status: 'reverted', data: '0x11223344', message: '' }, ...shown }: Shown,
  locale = 'en',
) {
  const nothing = { currency: undefined, labels: undefined, explorerUrl: undefined, links: undefined }
  render(
    <StringsProvider strings={{ locale }}>
      <TransactionDetails
        transaction={{ ...data, status: 'reverted', logs: [], replay }}
        {...{ networkName: undefined, timestamp: undefined, onClose: () => {}, ...nothing }}
        {...{ call: undefined, token: undefined, ...shown }}
      />
    </StringsProvider>,
  )
}

test('the transaction is shown with its call, cost and status', () => {
  const call = callOf('pay(uint256)', { amount: '\u202e7' })
  const currency = { symbol: 'XOC', decimals: 18 }
  render(<LogDetails log={log} {...{ transactionLogs, transaction: { data, call, currency } }} />)
  expect(facts()).toMatchObject({
    Status: 'Succeeded',
    Function: expect.stringMatching(/^pay.*amount: .*202e.*7$/i),
    'Value sent': '1.5 XOC',
    'Gas used': '45,000 of 90,000 (50%)',
    Fee: '0.00018 XOC at 4 gwei',
    Nonce: '12',
  })
})

test.each([
  ['en', 'amount: 1,234,567.5 USDC', 'balance: 1,000 USDC', 'needed: 1,234,567.5 USDC'],
  ['de', 'amount: 1.234.567,5 USDC', 'balance: 1.000 USDC', 'needed: 1.234.567,5 USDC'],
])('amounts of a call and of its error are in the unit of the token: %s', (locale, ...expected) => {
  const amount = 1_234_567_500_000n
  const call = callOf('transfer(address,uint256)', { to: data.from, amount })
  const revert = callOf('ERC20InsufficientBalance(address,uint256,uint256)', {
    sender: data.from,
    balance: 1_000_000_000n,
    needed: amount,
  })
  showReverted({ call, revert, token: { symbol: 'USDC', decimals: 6 } }, locale)
  for (const text of expected) expect(argTexts()).toContain(text)
  expect(screen.getAllByTitle(amount.toString())).toHaveLength(2)
})

test('an empty reason is none', () => {
  showReverted({ revert: callOf('Error(string)', { message: '' }) })
  expect(screen.getByText('The contract gave no reason.')).toBeVisible()
})

test('numbers of a call are grouped if they count something', () => {
  const call = callOf('buy(uint256,uint256,uint256,uint256[])', {
    tokenId: 1_234_567n,
    maxAmount: 1_234_567n,
    amountLimit: 2n ** 256n - 1n,
    amounts: '["1234567"]',
  })
  showReverted({ call, token: { symbol: 'USDC', decimals: 6 } })
  expect(argTexts()).toEqual([
    'tokenId: 1234567',
    'maxAmount: 1,234,567',
    'amountLimit: 2²⁵⁶−1',
    'amounts: ["1234567"]',
  ])
})

test('an id of an NFT is no amount, also of a contract with a unit', () => {
  const call = callOf('approve(address,uint256)', { to: data.from, tokenId: 1_234_567n })
  showReverted({ call, token: { symbol: 'ART', decimals: 2 } })
  expect(argTexts()).toContain('tokenId: 1234567')
})

test('without an ABI the selector is shown, and an unknown transaction is reported', () => {
  const { rerender } = render(<LogDetails log={log} {...{ transactionLogs, transaction: { data } }} />)
  expect(facts()['Function']).toBe('0xa9059cbb')
  const onRead = vi.fn<() => void>()
  const unknown = { status: 'success', logs: undefined, onRead } as const
  rerender(<LogDetails log={log} {...{ transactionLogs: unknown, transaction: { data: null } }} />)
  expect(screen.getByText('No endpoint knows this transaction.')).toBeVisible()
  // Its logs are not known to be none.
  expect(screen.getByRole('heading', { name: /^Logs of this transaction/ })).not.toHaveTextContent('0')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRead).toHaveBeenCalledOnce()
})

test('it is copied as a command or code, without the URL of an endpoint', () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  render(<LogDetails log={log} {...{ transactionLogs, transaction: { data } }} />)
  fireEvent.click(screen.getByRole('button', { name: 'Copy as…' }))
  fireEvent.click(screen.getByText('cast run'))
  expect(writeText).toHaveBeenCalledWith(`cast run ${log.transactionHash} --rpc-url "$RPC_URL"`)
  vi.unstubAllGlobals()
  expect(JSON.parse(/-d '(.*)'$/.exec(transactionCode.curl(data.hash))![1]!)).toMatchObject({
    method: 'eth_getTransactionReceipt',
    params: [data.hash],
  })
})

describe('the trace', () => {
  const page = (explorer: Parameters<typeof traceUrl>[1], links?: LinkBuilders) =>
    traceUrl(data.hash, explorer, links)

  test.each([
    ['https://etherscan.io', 'https://etherscan.io/vmtrace?txhash='],
    ['https://sepolia.etherscan.io/', 'https://sepolia.etherscan.io/vmtrace?txhash='],
    ['https://bscscan.com', 'https://bscscan.com/vmtrace?txhash='],
    ['https://testnet.bscscan.com', 'https://testnet.bscscan.com/vmtrace?txhash='],
    ['https://polygonscan.com', 'https://polygonscan.com/vmtrace?txhash='],
    ['https://arbiscan.io', 'https://arbiscan.io/vmtrace?txhash='],
    ['https://basescan.org', 'https://basescan.org/vmtrace?txhash='],
  ])('is on %s by the path of Etherscan', (url, start) => {
    expect(page({ url })).toBe(`${start}${data.hash}`)
  })

  test('is a tab of Blockscout, which is known by its host or name', () => {
    const tab = (base: string) => `${base}/tx/${data.hash}?tab=raw_trace`
    expect(page({ url: 'https://base.blockscout.com/' })).toBe(tab('https://base.blockscout.com'))
    expect(page({ url: 'https://scan.example', name: 'Example Blockscout' })).toBe(
      tab('https://scan.example'),
    )
  })

  test.each([
    undefined,
    'https://xonescan.com',
    'https://notetherscan.io',
    'https://etherscan.io.example',
    'https://scan.example/blockscout',
    'http://etherscan.io',
  ])('is unknown of %s', (url) => {
    expect(page({ url })).toBeUndefined()
  })

  test('has a URL of the page’s own, if it is safe', () => {
    const trace = (hash: string) => `https://traces.example/${hash}`
    expect(page({ url: 'https://etherscan.io' }, { trace })).toBe(trace(data.hash))
    expect(page({ url: undefined }, { trace: () => 'javascript:alert(1)' })).toBeUndefined()
    expect(page({ url: 'https://etherscan.io' }, { trace: () => undefined })).toBeUndefined()
    expect(traceUrl('0x12', { url: 'https://etherscan.io' }, { trace })).toBeUndefined()
  })

  test.each(['en', 'de'])('is linked once the transaction is read (%s)', (locale) => {
    const shown = (explorerUrl: string, transaction = { data }) => (
      <StringsProvider strings={locale === 'de' ? german : {}}>
        <LogDetails log={log} {...{ transactionLogs, transaction, explorerUrl }} />
      </StringsProvider>
    )
    const { rerender } = render(shown('https://etherscan.io'))
    const link = screen.getByRole('link', { name: /^Trace/ })
    expect(link).toHaveAttribute('href', `https://etherscan.io/vmtrace?txhash=${data.hash}`)
    rerender(shown('https://xonescan.com'))
    expect(screen.queryByRole('link', { name: /^Trace/ })).toBeNull()
  })

  test('is linked in the details of a transaction without logs', () => {
    showReverted({ explorerUrl: 'https://eth.blockscout.com' })
    expect(screen.getByRole('link', { name: /^Trace/ })).toHaveAttribute(
      'href',
      `https://eth.blockscout.com/tx/${data.hash}?tab=raw_trace`,
    )
  })
})

const error = (name: string, type: string, value: string | bigint): DecodedCall => ({
  name,
  signature: `${name}(${type})`,
  args: [{ name: '', value }],
})
const inBlock = 'within the block, the reason may have been different'

test.each<[string, TransactionReplay, DecodedCall | undefined, string[]]>([
  [
    'a text, with invisible characters escaped',
    { status: 'reverted', data: '0x08c379a0', message: 'execution reverted' },
    error('Error', 'string', 'too\u202elate'),
    ['too', '202E', 'late', inBlock],
  ],
  [
    'a panic in words',
    { status: 'reverted', data: '0x4e487b71', message: 'execution reverted' },
    error('Panic', 'uint256', 17n),
    ['Panic 0x11: arithmetic overflow or underflow', inBlock],
  ],
  [
    'a panic without words',
    { status: 'reverted', data: '0x4e487b71', message: 'execution reverted' },
    error('Panic', 'uint256', 153n),
    ['Panic 0x99', inBlock],
  ],
  [
    'an error of the contract',
    { status: 'reverted', data: '0x11223344', message: 'execution reverted' },
    error('Paused', 'uint256', 9n),
    ['Paused', '9', inBlock],
  ],
  [
    'raw data',
    { status: 'reverted', data: '0x11223344', message: 'execution reverted' },
    undefined,
    ['0x11223344', inBlock],
  ],
  [
    'no reason',
    { status: 'reverted', data: '0x', message: 'VM Exception while processing transaction: revert' },
    undefined,
    ['The contract gave no reason.', inBlock],
  ],
  [
    'the words of the node',
    { status: 'reverted', data: undefined, message: 'out of gas' },
    undefined,
    ['out of gas', inBlock],
  ],
  ['a replay that succeeds', { status: 'success' }, undefined, ['Unknown', 'does not revert']],
  [
    'a state that no endpoint keeps',
    { status: 'error', kind: 'pruned', message: '' },
    undefined,
    ['Unknown', 'no endpoint keeps the state'],
  ],
  [
    'another failure',
    { status: 'error', kind: 'transient', message: 'node.test is down.' },
    undefined,
    ['Unknown', 'node.test is down.'],
  ],
])('why a transaction was reverted: %s', (_, replay, revert, expected) => {
  showReverted({ replay, revert })
  expect(screen.getByRole('article', { name: 'Transaction' })).toHaveAccessibleDescription(
    'This transaction was reverted, so it has no logs.',
  )
  expect(facts()['Status']).toBe('Reverted')
  for (const part of expected) expect(facts()['Reason']).toContain(part)
})
