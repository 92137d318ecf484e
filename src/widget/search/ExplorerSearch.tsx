'use client'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { Hash } from 'viem'
import type { KnownContract } from '../../components/FilterBuilder/draft/KnownContract.ts'
import { searchStrings } from '../../components/locales/searchStrings.ts'
import { errorLine, issueWords } from '../../components/strings/errorWords.ts'
import { formatNumber } from '../../components/strings/formatNumber.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import * as icons from '../../components/ui/icons.tsx'
import { shortHex } from '../../components/values/shortHex.ts'
import { visibleText } from '../../components/values/visibleText.ts'
import { useLogsConfig } from '../../hooks/useLogsConfig.ts'
import type { LocalFilter } from '../../logs/filter/LocalFilter.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { lazyChainReads } from '../../query/lazyEngine.ts'
import { useLatest } from '../../react/useLatest.ts'
import type { ExplorerSession } from '../session/useExplorerSession.ts'
import { parseSearchText, type SearchTarget } from './parseSearchText.ts'
import { SearchCost } from './SearchCost.tsx'

export interface ExplorerSearchProps {
  session: ExplorerSession
  contracts: readonly KnownContract[]
  /** Called when something is opened: results, or the details of a transaction without logs. */
  onOpen: (opened: 'results' | 'details') => void
}

/** One field to search by anything: a transaction, block, address, label, topic, event, link, request or command. */
export function ExplorerSearch({ session, contracts, onOpen }: ExplorerSearchProps) {
  const strings = useStrings(searchStrings)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const [message, setMessage] = useState<string>()
  const search = useRef<AbortController>(undefined)
  // Another network or query may be shown by the time a transaction is found.
  const latest = useLatest(session)
  const { events, known, network: current } = session
  const config = useLogsConfig()
  const reading = useMemo(() => {
    const networks = [current, ...config.networks]
    return parseSearchText(text, { contracts, events: [...events, ...known], networks, strings })
  }, [text, contracts, events, known, current, config, strings])
  const { targets, issues, network = current } = reading
  useEffect(() => () => search.current?.abort(), [])
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const [target] = event.composedPath()
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return
      if (target instanceof Element && target.matches('input, textarea, select, [contenteditable]')) return
      // Only if focus is in the explorer or nowhere: the page may have more.
      const view = input.current?.closest('.topic0-log-explorer')
      if (!(target instanceof Node) || !(view?.contains(target) || target === document.body)) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  function edit(next: string) {
    search.current?.abort()
    setText(next)
    setActive(0)
    setMessage(undefined)
    setOpen(next.trim() !== '')
  }
  function run(query: LogSearch, filters?: readonly LocalFilter[]) {
    const now = latest.current
    if (network.id === now.network.id) now.run(query, filters)
    else now.runOn(network.id, query, filters)
  }
  function done(opened: 'results' | 'details') {
    edit('')
    onOpen(opened)
  }
  async function openTransaction(hash: Hash) {
    // Enter was pressed again.
    if (search.current && !search.current.signal.aborted) return
    const controller = (search.current = new AbortController())
    const { signal } = controller
    setMessage(strings.searching)
    try {
      // The pool loads after the first paint.
      const { readTransaction } = await lazyChainReads.load()
      const found = await readTransaction(config.getClient(network.id), hash, { signal })
      if (signal.aborted) return
      if (!found) setMessage(strings.transactionNotFound(network.name))
      else if (found.logs.length === 0) {
        latest.current.showTransaction({ transaction: found, network })
        done('details')
      } else {
        const { blockNumber } = found
        const label = shortHex(hash)
        run({ fromBlock: blockNumber, toBlock: blockNumber }, [
          { field: 'transaction', mode: 'only', values: [hash], label },
        ])
        done('results')
      }
    } catch (error) {
      if (!signal.aborted) setMessage(error instanceof Error ? errorLine(error, strings) : String(error))
    } finally {
      controller.abort()
    }
  }
  function open(target: SearchTarget) {
    if (target.kind === 'transaction') return void openTransaction(target.hash)
    if (target.kind === 'link') session.openLink(target.link)
    else run(target.query)
    done('results')
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      setOpen(false)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setOpen(true)
      setActive((active + step + targets.length) % Math.max(targets.length, 1))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const target = targets[active]
      setOpen(text.trim() !== '')
      if (target) open(target)
    }
  }
  const problem = issues.map((issue) => visibleText(issueWords(issue, strings))).join(' ')
  const status = message ?? (targets.length > 0 ? '' : problem || strings.searchUnknown)
  const showsList = isOpen && text.trim() !== ''
  return (
    // Leaving it closes the list.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="search"
      part="search"
      className="topic0-log-explorer-search"
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      {icons.search}
      <input
        ref={input}
        className="topic0-input"
        role="combobox"
        aria-label={strings.search}
        aria-keyshortcuts="/"
        aria-expanded={showsList && targets.length > 0}
        aria-controls={`${id}list`}
        aria-activedescendant={showsList && targets.length > 0 ? `${id}${active}` : undefined}
        aria-describedby={`${id}status`}
        autoComplete="off"
        spellCheck={false}
        placeholder={strings.searchPlaceholder}
        title={strings.searchPlaceholder}
        value={text}
        onChange={(event) => edit(event.target.value)}
        onFocus={() => setOpen(text.trim() !== '')}
        onKeyDown={onKeyDown}
      />
      <div className="topic0-log-explorer-found" hidden={!showsList}>
        <div id={`${id}list`} role="listbox" aria-label={strings.searchFound} hidden={targets.length === 0}>
          {showsList &&
            targets.map((target, at) => (
              // The field has focus and handles keys.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                // Contracts may have the same label.
                key={
                  'query' in target
                    ? `${nameOf(target)} ${target.text} ${String(target.query.address)}`
                    : target.kind
                }
                id={`${id}${at}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === active}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => open(target)}
              >
                <span>
                  {nameOf(target)}
                  {target.kind !== 'link' && (
                    <>
                      {' '}
                      <code>
                        {visibleText(shortened(target.kind === 'transaction' ? target.hash : target.text))}
                      </code>
                    </>
                  )}
                  {network.id !== current.id && ` (${visibleText(network.name)})`}
                </span>
                <SearchCost target={target} chainId={network.id} />
              </div>
            ))}
        </div>
        <p id={`${id}status`} role="status">
          {showsList && status}
        </p>
      </div>
    </div>
  )

  function nameOf(target: SearchTarget): string {
    if (target.kind === 'topic')
      return target.position === 0
        ? strings.searchKinds.topic
        : strings.searchArgument(formatNumber(target.position, strings.locale))
    return strings.searchKinds[target.kind]
  }
}

const shortened = (text: string) => (text.startsWith('0x') ? shortHex(text) : text)
