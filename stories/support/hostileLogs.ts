import type { DecodedArg, LogRow } from '../../src/logs/Log.ts'
import { seededLogs } from './seededLogs.ts'

const text = (name: string, value: string): DecodedArg => ({
  name,
  type: 'string',
  value,
  indexed: false,
  hashed: false,
})

const events: readonly { name: string; args: readonly DecodedArg[] }[] = [
  {
    name: 'Approve\u202egnihton',
    args: [text('right-to-left', 'invoice\u202Efdp.exe'), text('', 'unnamed')],
  },
  { name: 'Zero', args: [text('wid\u200Bth', 'pay\u200Bpal.com'), text('joiner', 'a\u2060b\uFEFFc')] },
  {
    name: 'Markup',
    args: [text('html', '<img src=x onerror=alert(1)>'), text('url', 'javascript:alert(1)')],
  },
  {
    name: 'Sheet',
    args: [text('cell', '=HYPERLINK("https://evil.example","click")'), text('nul', 'a\u0000b')],
  },
  { name: '__proto__', args: [text('__proto__', 'constructor'), text('__proto__', 'said twice')] },
  { name: 'Long', args: [text('blob', 'A'.repeat(200_000)), text('lines', 'one\r\ntwo\u2028three')] },
]

/** Logs with hostile text. */
export const hostileLogs: readonly LogRow[] = seededLogs(events.length, 7)
  .toArray()
  .map((log, index) => ({
    ...log,
    decoded: { ...events[index]!, signature: `${events[index]!.name}(string,string)`, source: 'given' },
  }))
