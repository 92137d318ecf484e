import { partsOf } from '../logs/filter/Filter.ts'
import type { Filter } from '../logs/filter/Filter.ts'
import { shortHex } from '../components/values/shortHex.ts'

/** Values of one position that are written out. */
const most = 3

/** A filter in one line, alternatives first to last: `0x1234…cdef · topic0 0xddf2…b3ef`. */
export function describeFilter(filter: Filter): string {
  const parts = partsOf(filter).map(({ address, topics }) =>
    [
      address ? list(address) : 'all contracts',
      ...topics.flatMap((values, index) => (values ? [`topic${index} ${list(values)}`] : [])),
    ].join(' · '),
  )
  return parts.join(' or ')
}

function list(values: readonly string[]): string {
  const shown = values.slice(0, most).map((value) => shortHex(value))
  return values.length > most ? `${shown.join(', ')} and ${values.length - most} more` : shown.join(', ')
}
