/** Parses CSV by RFC 4180. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|$)/gy
  for (let match = cell.exec(text); match && cell.lastIndex <= text.length; match = cell.exec(text)) {
    const [, body = '', end] = match
    rows.at(-1)!.push(body.startsWith('"') ? body.slice(1, -1).replaceAll('""', '"') : body)
    if (end === '') break
    if (end === '\r\n') rows.push([])
  }
  return rows
}
