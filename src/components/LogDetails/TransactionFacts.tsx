'use client'
import { addressMap } from '../../logs/decode/addressMap.ts'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import type { LogTransaction } from '../../logs/lookup/LogTransaction.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Address } from '../values/Address.tsx'
import type { AddressContext } from '../values/AddressLabels.ts'
import { amountText } from '../values/amounts.ts'
import { formatShare } from '../values/formatShare.ts'
import { explorerLinks } from '../values/LinkBuilders.ts'
import { isTokenCall } from './callAmounts.ts'
import { CallText } from './CallText.tsx'
import { Fact } from './Fact.tsx'
import { logDetailsStrings } from './logDetailsStrings.ts'
import { RevertReason } from './RevertReason.tsx'
import type { DecodedCall } from './searchStates.ts'

interface TransactionFactsProps extends AddressContext {
  transaction: LogTransaction
  call: DecodedCall | undefined
  /** The error that it was reverted with. */
  revert?: DecodedCall | undefined
  /** The unit of the called contract, if it is a token. */
  token: TokenUnit | undefined
  /** The unit of the network's currency. */
  currency: TokenUnit | undefined
}

const ether: TokenUnit = { symbol: 'ETH', decimals: 18 }
const gwei: TokenUnit = { symbol: 'gwei', decimals: 9 }

/** What a transaction did, and what it cost. */
export function TransactionFacts(props: TransactionFactsProps) {
  const { transaction, call, revert, token, currency = ether, labels, explorerUrl, links } = props
  const strings = useStrings(logDetailsStrings)
  const { status, replay, from, to, contractAddress, value, input } = transaction
  const { gasUsed, gasLimit, gasPrice, nonce } = transaction
  const urls = explorerLinks(explorerUrl, links)
  const names = addressMap(labels)
  const number = (count: bigint | number) => formatNumber(count, strings.locale)
  const address = (hex: typeof from) => (
    <Address address={hex} label={names.get(hex.toLowerCase())} href={urls.address(hex)} />
  )
  const amount = (wei: bigint) => amountText(wei, currency, strings.locale, true)
  return (
    <dl className="topic0-facts topic0-transaction">
      {status && (
        <Fact name={strings.transactionStatus}>
          <span className="topic0-badge" data-kind={status === 'reverted' ? 'danger' : 'success'}>
            {strings.transactionStates[status]}
          </span>
        </Fact>
      )}
      {replay && (
        <Fact name={strings.revertReason}>
          <RevertReason
            {...{ replay, revert, address }}
            // After a call of a token's function, the amounts of its error are in the unit of that token.
            token={call && isTokenCall(call) ? token : undefined}
          />
        </Fact>
      )}
      <Fact name={strings.sender}>{address(from)}</Fact>
      {to && <Fact name={strings.recipient}>{address(to)}</Fact>}
      {contractAddress && <Fact name={strings.createdContract}>{address(contractAddress)}</Fact>}
      {to && input !== '0x' && (
        <Fact name={strings.calledFunction}>
          {call ? <CallText {...{ call, token, address }} /> : <code>{input.slice(0, 10)}</code>}
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
