import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { transactionCode } from '../../src/components/LogDetails/CopyTransaction.tsx'
import { LogDetails } from '../../src/components/LogDetails/LogDetails.tsx'
import type { DecodedCall } from '../../src/components/LogDetails/searchStates.ts'
import { TransactionDetails } from '../../src/components/LogDetails/TransactionDetails.tsx'
import type { LogTransaction, TransactionReplay } from '../../src/logs/lookup/LogTransaction.ts'
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

test('the transaction is shown with its call, cost and status', () => {
  const call = { name: 'pay', signature: 'pay(uint256)', args: [{ name: 'amount', value: '\u202e7' }] }
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

test('without an ABI the selector is shown, and an unknown transaction is reported', () => {
  const { rerender } = render(<LogDetails log={log} {...{ transactionLogs, transaction: { data } }} />)
  expect(facts()['Function']).toBe('0xa9059cbb')
  rerender(<LogDetails log={log} {...{ transactionLogs, transaction: { data: null } }} />)
  expect(screen.getByText('No endpoint knows this transaction.')).toBeVisible()
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

const error = (name: string, type: string, value: string): DecodedCall => ({
  name,
  signature: `${name}(${type})`,
  args: [{ name: '', value }],
})
const inBlock = 'within the block the reason may have been another'

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
    error('Panic', 'uint256', '17'),
    ['Panic 0x11: arithmetic overflow or underflow', inBlock],
  ],
  [
    'a panic without words',
    { status: 'reverted', data: '0x4e487b71', message: 'execution reverted' },
    error('Panic', 'uint256', '153'),
    ['Panic 0x99', inBlock],
  ],
  [
    'an error of the contract',
    { status: 'reverted', data: '0x11223344', message: 'execution reverted' },
    error('Paused', 'uint256', '9'),
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
  render(
    <TransactionDetails
      transaction={{ ...data, status: 'reverted', logs: [], replay }}
      {...{ revert, networkName: undefined, timestamp: undefined, onClose: () => {} }}
      {...{
        call: undefined,
        currency: undefined,
        labels: undefined,
        explorerUrl: undefined,
        links: undefined,
      }}
    />,
  )
  expect(screen.getByRole('article', { name: 'Transaction' })).toHaveAccessibleDescription(
    'This transaction was reverted, so it has no logs.',
  )
  expect(facts()['Status']).toBe('Reverted')
  for (const part of expected) expect(facts()['Reason']).toContain(part)
})
