'use client'
import type { ReactNode } from 'react'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import type { LogTransaction } from '../../logs/lookup/LogTransaction.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Address } from '../values/Address.tsx'
import { labelMap } from '../values/AddressLabels.ts'
import type { AddressLabels } from '../values/AddressLabels.ts'
import { amountText } from '../values/amounts.ts'
import { ChainText } from '../values/ChainText.tsx'
import { formatShare } from '../values/formatShare.ts'
import { HexText } from '../values/HexText.tsx'
import { explorerLinks } from '../values/LinkBuilders.ts'
import type { LinkBuilders } from '../values/LinkBuilders.ts'
import { logDetailsStrings } from './logDetailsStrings.ts'
import type { DecodedCall } from './searchStates.ts'

interface TransactionFactsProps {
  transaction: LogTransaction
  call: DecodedCall | undefined
  /** The unit of the network's currency. */
  currency: TokenUnit | undefined
  labels: AddressLabels | undefined
  explorerUrl: string | undefined
  links: LinkBuilders | undefined
}

const ether: TokenUnit = { symbol: 'ETH', decimals: 18 }
const gwei: TokenUnit = { symbol: 'gwei', decimals: 9 }

/** What a transaction did, and what it cost. */
export function TransactionFacts(props: TransactionFactsProps) {
  const { transaction, call, currency = ether, labels, explorerUrl, links } = props
  const strings = useStrings(logDetailsStrings)
  const { status, from, to, contractAddress, value, input, gasUsed, gasLimit, gasPrice, nonce } = transaction
  const urls = explorerLinks(explorerUrl, links)
  const names = labelMap(labels)
  const number = (count: bigint | number) => formatNumber(count, strings.locale)
  const address = (hex: typeof from) => (
    <Address address={hex} label={names.get(hex.toLowerCase())} href={urls.address(hex)} />
  )
  const amount = (wei: bigint) => amountText(wei, currency, strings.locale)
  return (
    <dl className="topic0-facts topic0-transaction">
      {status && (
        <Fact name={strings.transactionStatus}>
          <span className="topic0-badge" data-kind={status === 'reverted' ? 'danger' : 'success'}>
            {strings.transactionStates[status]}
          </span>
        </Fact>
      )}
      <Fact name={strings.sender}>{address(from)}</Fact>
      {to && <Fact name={strings.recipient}>{address(to)}</Fact>}
      {contractAddress && <Fact name={strings.createdContract}>{address(contractAddress)}</Fact>}
      {to && input !== '0x' && (
        <Fact name={strings.calledFunction}>
          {call ? (
            <span className="topic0-call">
              <code title={call.signature}>
                <ChainText text={call.name} />
              </code>
              <span className="topic0-call-args">
                {call.args.map(({ name, value: text }, position) => (
                  // Arguments have no other identity.
                  // oxlint-disable-next-line react/no-array-index-key
                  <span key={position}>
                    <span className="topic0-muted">{name ? <ChainText text={name} /> : position}:</span>{' '}
                    {isAddress(text) ? (
                      address(text)
                    ) : isHex(text) ? (
                      <HexText hex={text} />
                    ) : (
                      <ChainText text={text} />
                    )}
                  </span>
                ))}
              </span>
            </span>
          ) : (
            <code>{input.slice(0, 10)}</code>
          )}
        </Fact>
      )}
      <Fact name={strings.sentValue}>{amount(value)}</Fact>
      <Fact name={strings.gasUsed}>
        {strings.gasOf(
          number(gasUsed),
          number(gasLimit),
          gasLimit > 0n ? formatShare(Number(gasUsed) / Number(gasLimit), strings.locale) : '–',
        )}
      </Fact>
      {gasPrice !== undefined && (
        <Fact name={strings.fee}>
          {strings.feeAt(amount(gasUsed * gasPrice), amountText(gasPrice, gwei, strings.locale))}
        </Fact>
      )}
      <Fact name={strings.nonce}>{number(nonce)}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="topic0-number">{children}</dd>
    </div>
  )
}

// Screen readers need not read every digit.
const isAddress = (text: string): text is `0x${string}` => /^0x[0-9a-f]{40}$/i.test(text)
const isHex = (text: string) => /^0x[0-9a-f]{16,}$/i.test(text)
