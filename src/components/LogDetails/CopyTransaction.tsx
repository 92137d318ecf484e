'use client'
import type { Hash } from 'viem'
import { useStrings } from '../strings/useStrings.ts'
import { copyIcon } from '../ui/CopyButton.tsx'
import { MenuButton } from '../ui/MenuButton.tsx'
import { useClipboard } from '../ui/useClipboard.ts'
import { logDetailsStrings } from './logDetailsStrings.ts'

type TransactionCodeForm = 'cast run' | 'cast tx' | 'viem' | 'ethers' | 'curl'

/** Code that reads or replays a transaction. The endpoint is a variable, because its URL may hold a key. */
export const transactionCode: Readonly<Record<TransactionCodeForm, (hash: Hash) => string>> = {
  'cast run': (hash) => `cast run ${hash} --rpc-url "$RPC_URL"`,
  'cast tx': (hash) => `cast tx ${hash} --rpc-url "$RPC_URL"`,
  viem: (hash) => `await client.getTransactionReceipt({ hash: '${hash}' })`,
  ethers: (hash) => `await provider.getTransactionReceipt('${hash}')`,
  curl: (hash) =>
    `curl "$RPC_URL" -H 'content-type: application/json' -d '${JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getTransactionReceipt',
      params: [hash],
    })}'`,
}

const forms = Object.keys(transactionCode) as readonly TransactionCodeForm[]

/** Copies a transaction as a command or code. */
export function CopyTransaction({ hash }: { hash: Hash }) {
  const strings = useStrings(logDetailsStrings)
  const { message, copy } = useClipboard()
  return (
    <MenuButton
      className="topic0-button"
      data-size="small"
      label={strings.copyTransaction}
      items={forms.map((form) => ({
        kind: 'action',
        label: form,
        onChoose: () => copy(transactionCode[form](hash)),
      }))}
    >
      {copyIcon}
      <span aria-live="polite">{message ?? strings.copyTransaction}</span>
    </MenuButton>
  )
}
