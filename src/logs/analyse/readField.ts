import { argText } from '../list/argText.ts'
import type { LogRow } from '../Log.ts'
import type { LogField } from '../filter/LocalFilter.ts'

/** What a log has in a field, as text that filters compare; `undefined` when it has no such field. */
export function readField(log: LogRow, target: LogField): string | undefined {
  switch (target.field) {
    case 'block':
      return log.blockNumber.toString()
    case 'address':
      return log.address.toLowerCase()
    case 'transaction':
      return log.transactionHash.toLowerCase()
    case 'topic':
      return log.topics[target.position]?.toLowerCase()
    case 'arg': {
      // Of another event, the same position is something else.
      if (log.topics[0]?.toLowerCase() !== target.topic0) return undefined
      const arg = log.decoded?.args[target.position]
      return arg && argText(arg.value)
    }
  }
}
