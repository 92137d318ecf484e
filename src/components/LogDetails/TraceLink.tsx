'use client'
import type { Hash } from 'viem'
import { useStrings } from '../strings/useStrings.ts'
import type { AddressContext } from '../values/AddressLabels.ts'
import { logDetailsStrings } from './logDetailsStrings.ts'
import { traceUrl } from './traceUrl.ts'

interface TraceLinkProps extends Pick<AddressContext, 'explorerUrl' | 'links'> {
  hash: Hash
}

/** A link to the trace of a transaction, if its block explorer has one. */
export function TraceLink({ hash, explorerUrl, links }: TraceLinkProps) {
  const strings = useStrings(logDetailsStrings)
  const url = traceUrl(hash, { url: explorerUrl }, links)
  if (url === undefined) return null
  return (
    <span className="topic0-muted">
      <a className="topic0-link" href={url} target="_blank" rel="noopener noreferrer">
        {strings.trace} <span className="topic0-visually-hidden">({strings.opensElsewhere})</span>
      </a>
    </span>
  )
}
