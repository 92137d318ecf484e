import type { LogRow } from '../../../logs/Log.ts'
import { defuse } from '../../../logs/export/toCsvRow.ts'
import { toPlainValue } from '../../../logs/list/formatArg.ts'
import { formatTime } from '../../values/formatTime.ts'
import { visibleText } from '../../values/visibleText.ts'

/** A log on one line of text: nothing shortened, invisible characters escaped. */
export function toTextRow(log: LogRow): string {
  const { decoded, blockTimestamp } = log
  const time = blockTimestamp === undefined ? undefined : formatTime(blockTimestamp)
  const event = decoded
    ? `${decoded.name}(${decoded.args.map(({ name, value }) => `${name && `${name}: `}${text(toPlainValue(value))}`).join(', ')})`
    : `topics ${log.topics.join(' ') || '–'} data ${log.data}`
  // Each part becomes a cell when pasted into a spreadsheet.
  return [
    `block ${log.blockNumber}`,
    ...(time === undefined ? [] : [`${time} UTC`]),
    log.address,
    visibleText(event),
    `tx ${log.transactionHash}`,
    `#${log.logIndex}`,
    ...(log.removed ? ['removed'] : []),
  ]
    .map(defuse)
    .join('\t')
}

function text(value: ReturnType<typeof toPlainValue>): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
