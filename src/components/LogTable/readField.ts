import type { LogRow } from '../../logs/Log.ts'
import { toPlainValue } from '../../logs/export/toPlainValue.ts'
import type { LogField } from './LocalFilter.ts'

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
      if (!arg) return undefined
      const plain = toPlainValue(arg.value)
      return typeof plain === 'string' ? plain : JSON.stringify(plain)
    }
  }
}
