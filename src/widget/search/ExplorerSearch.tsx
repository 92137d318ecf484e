'use client'
import { useMemo, useState } from 'react'
import type { KnownContract } from '../../components/FilterBuilder/draft/KnownContract.ts'
import { searchStrings } from '../../components/locales/searchStrings.ts'
import { issueWords } from '../../components/strings/errorWords.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { shortHex } from '../../components/values/shortHex.ts'
import { visibleText } from '../../components/values/visibleText.ts'
import { useLogsConfig } from '../../hooks/useLogsConfig.ts'
import type { LocalFilter } from '../../logs/filter/LocalFilter.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import type { LogTransaction } from '../../logs/lookup/LogTransaction.ts'
import { useLatest } from '../../react/useLatest.ts'
import type { ExplorerSession } from '../session/useExplorerSession.ts'
import { parseSearchText, type SearchTarget } from './parseSearchText.ts'
import { SearchBox } from './SearchBox.tsx'
import { SearchTargetRow } from './SearchTargetRow.tsx'
import { useTransactionSearch } from './useTransactionSearch.ts'

export interface ExplorerSearchProps {
  session: ExplorerSession
  contracts: readonly KnownContract[]
  /** Called when something is opened: results, or the details of a transaction without logs. */
  onOpen: (opened: 'results' | 'details') => void
}

/** One field to search by anything: a transaction, block, address, label, topic, event, link, request or command. */
export function ExplorerSearch({ session, contracts, onOpen }: ExplorerSearchProps) {
  const strings = useStrings(searchStrings)
  const [text, setText] = useState('')
  // Another network or query may be shown by the time a transaction is found.
  const latest = useLatest(session)
  const { events, known, network: current } = session
  const config = useLogsConfig()
  const reading = useMemo(() => {
    const networks = [current, ...config.networks]
    return parseSearchText(text, { contracts, events: [...events, ...known], networks, strings })
  }, [text, contracts, events, known, current, config, strings])
  const { targets, issues, network = current } = reading
  const transactionSearch = useTransactionSearch(network, openTransaction)

  function edit(next: string) {
    transactionSearch.cancel()
    setText(next)
  }
  function close(opened: 'results' | 'details') {
    edit('')
    onOpen(opened)
  }
  function run(query: LogSearch, filters?: readonly LocalFilter[]) {
    const now = latest.current
    if (network.id === now.network.id) now.run(query, filters)
    else now.runOn(network.id, query, filters)
    close('results')
  }
  /** Shows the logs of a transaction among those of its block; without logs, the transaction. */
  function openTransaction(transaction: LogTransaction) {
    const { hash, blockNumber: block, logs } = transaction
    if (logs.length > 0) {
      const filter = { field: 'transaction', mode: 'only', values: [hash], label: shortHex(hash) } as const
      return run({ fromBlock: block, toBlock: block }, [filter])
    }
    latest.current.showTransaction({ transaction, network })
    return close('details')
  }
  function open(target: SearchTarget) {
    if (target.kind === 'transaction') return void transactionSearch.start(target.hash)
    if ('query' in target) return run(target.query)
    session.link.open(target.link)
    return close('results')
  }

  const problem = issues.map((issue) => visibleText(issueWords(issue, strings))).join(' ')
  const unknown = targets.length > 0 ? '' : problem || strings.searchUnknown
  return (
    <SearchBox
      {...{ text, targets }}
      status={transactionSearch.message ?? unknown}
      onEdit={edit}
      onOpen={open}
    >
      {(target) => <SearchTargetRow {...{ target, network }} isElsewhere={network.id !== current.id} />}
    </SearchBox>
  )
}
