import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { transactionCode } from '../../src/components/LogDetails/CopyTransaction.tsx'
import { LogDetails } from '../../src/components/LogDetails/LogDetails.tsx'
import type { LogTransaction } from '../../src/logs/lookup/LogTransaction.ts'
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
