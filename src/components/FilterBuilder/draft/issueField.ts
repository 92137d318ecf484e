import type { AbiEvent } from 'viem'
import type { DraftField } from './draftReducer.ts'

/** The field where a message about a path of the query belongs; empty when the form has none for it. */
export function issueField(path: string, event: AbiEvent | undefined): DraftField {
  const [root = ''] = path.split(/[.[]/, 1)
  if (root === 'address' || root === 'events') return root
  // Conditions are identified by their field: a path by list index has no field in the form.
  if (root === 'where') return /^where\[\d+\.\d\]$/.test(path) ? path : ''
  if (['fromBlock', 'toBlock', 'blockHash', 'fromTime', 'toTime', 'last'].includes(path)) return path
  if (root === 'topics') return /^topics\[[0-3]\]/.exec(path)?.[0] ?? 'topics[0]'
  if (root !== 'args') return ''
  const byPosition = /^args\[\d+\]/.exec(path)?.[0]
  if (byPosition) return byPosition
  const position = (event?.inputs ?? [])
    .filter((input) => input.indexed)
    .findIndex((input) => path === `args.${input.name}` || path.startsWith(`args.${input.name}[`))
  return position < 0 ? 'events' : `args[${position}]`
}
