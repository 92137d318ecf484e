'use client'
import { useState } from 'react'
import type { LogSearch } from '../logs/LogSearch.ts'

export interface ExplorerQuery {
  /** What is shown: what was asked for, else what the page begins with, else the newest logs once a head is known. */
  readonly query: LogSearch | undefined
  /** What is in the form, as it would be asked. */
  readonly draft: LogSearch | undefined
  readonly setDraft: (query: LogSearch) => void
  readonly ask: (query: LogSearch) => void
  /** Goes back to what was shown before the last question. */
  readonly takeBack: () => void
}

interface OfNetwork<value> {
  readonly networkId: number
  readonly value: value
}

/** Which query the explorer shows. Each network has its own. */
export function useExplorerQuery(
  networkId: number,
  head: bigint | undefined,
  defaultQuery: LogSearch | undefined,
): ExplorerQuery {
  const [asked, setAsked] = useState<OfNetwork<readonly LogSearch[]>>()
  const [draft, setDraft] = useState<OfNetwork<LogSearch>>()
  // Until something is asked for, the newest logs are shown: as of the first head, so that they stay still.
  const [newest, setNewest] = useState<OfNetwork<LogSearch>>()
  if (head !== undefined && newest?.networkId !== networkId) setNewest({ networkId, value: newestLogs(head) })

  const here = <value>(of: OfNetwork<value> | undefined) =>
    of?.networkId === networkId ? of.value : undefined
  const before = here(asked) ?? []
  const query = before.at(-1) ?? defaultQuery ?? here(newest)
  return {
    query,
    draft: here(draft) ?? (query && { ...query, limit: undefined }),
    setDraft: (value) => setDraft({ networkId, value: newestFirst(value) }),
    ask: (next) => setAsked({ networkId, value: [...before.slice(-1), newestFirst(next)] }),
    takeBack: () => setAsked({ networkId, value: before.slice(0, -1) }),
  }
}

/** What is shown before anything is asked for: little enough for any endpoint. */
function newestLogs(head: bigint): LogSearch {
  return { fromBlock: head > 2_000n ? head - 2_000n : 0n, order: 'desc', limit: 1_000 }
}

function newestFirst(query: LogSearch): LogSearch {
  return { ...query, order: query.order ?? 'desc' }
}
