import type { AbiEvent } from 'viem'
import type { DraftField } from './draftReducer.ts'

/** The field where a message about a path of the query belongs; empty when the form has none for it. */
export function issueField(path: string, event: AbiEvent | undefined): DraftField {
  const [root = ''] = path.split(/[.[]/, 1)
  if (root === 'address' || root === 'events') return root
  if (path === 'fromBlock' || path === 'toBlock' || path === 'blockHash') return path
  if (root === 'topics') return /^topics\[[0-3]\]/.exec(path)?.[0] ?? 'topics[0]'
  if (root !== 'args') return ''
  const byPosition = /^args\[\d+\]/.exec(path)?.[0]
  if (byPosition) return byPosition
  const position = (event?.inputs ?? [])
    .filter((input) => input.indexed)
    .findIndex((input) => path === `args.${input.name}` || path.startsWith(`args.${input.name}[`))
  return position < 0 ? 'events' : `args[${position}]`
}
