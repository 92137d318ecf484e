'use client'
import type { Hash as HashHex } from 'viem'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Hash } from '../values/Hash.tsx'
import type { ExplorerLinks } from '../values/LinkBuilders.ts'
import { Timestamp } from '../values/Timestamp.tsx'
import { Fact } from './Fact.tsx'
import { logDetailsStrings } from './logDetailsStrings.ts'

interface PositionFactsProps {
  blockNumber: bigint
  blockHash: HashHex
  transactionHash: HashHex
  transactionIndex: number
  timestamp: bigint | undefined
  urls: ExplorerLinks
}

/** The block and transaction of something on the chain, as rows of a list. */
export function PositionFacts(props: PositionFactsProps) {
  const { blockNumber, blockHash, transactionHash, transactionIndex, timestamp, urls } = props
  const strings = useStrings(logDetailsStrings)
  const block = formatNumber(blockNumber, strings.locale)
  const blockUrl = urls.block(blockNumber)
  return (
    <>
      <Fact name={strings.block} isNumber>
        {blockUrl === undefined ? (
          block
        ) : (
          <a className="topic0-link" href={blockUrl} target="_blank" rel="noopener noreferrer">
            {block} <span className="topic0-visually-hidden">({strings.opensElsewhere})</span>
          </a>
        )}
      </Fact>
      {timestamp !== undefined && (
        <Fact name={strings.time}>
          <Timestamp seconds={timestamp} />
        </Fact>
      )}
      <Fact name={strings.transaction}>
        <Hash short hash={transactionHash} href={urls.transaction(transactionHash)} />
      </Fact>
      <Fact name={strings.blockHash}>
        <Hash short hash={blockHash} />
      </Fact>
      <Fact name={strings.transactionIndex} isNumber>
        {transactionIndex}
      </Fact>
    </>
  )
}
