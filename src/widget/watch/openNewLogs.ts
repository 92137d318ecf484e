import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { queryStore } from '../session/QueryStore.ts'
import { firstNewBlock } from './WatchState.ts'
import { watchStore } from './WatchStore.ts'

/** The query for the new logs of a watched query, which count as opened from now on. Without new logs, the saved query itself. */
export function openNewLogs(chainId: number, name: string): LogSearch | undefined {
  const saved = queryStore(chainId)
    .get()
    .saved.find((one) => one.name === name)
  const watched = watchStore.read(chainId).queries.find((one) => one.name === name)
  if (!saved) return undefined
  const fromBlock = watched && firstNewBlock(watched)
  watchStore.open(chainId, name)
  if (fromBlock === undefined) return saved.query
  return { ...saved.query, blockHash: null, fromBlock, toBlock: 'latest', limit: undefined }
}
