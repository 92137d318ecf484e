import type { AbiEvent } from 'viem'
import type { ArgCondition } from '../ArgCondition.ts'
import type { Topic } from '../LogQuery.ts'
import type { LogSearch } from '../LogSearch.ts'
import { formatEvent } from './formatEvent.ts'
import { indexedValues } from './indexedValues.ts'
import { namedArgs } from './namedArgs.ts'
import { parseOneFilter, writtenArgs } from './parseLogSearch.ts'

/**
 * A query as TypeScript for a React component: imports, events and the `useLogs` call.
 *
 * @throws {@link InvalidQueryError} if the query is invalid.
 */
export function toUseLogsCode(search: LogSearch): string {
  const parsed = parseOneFilter(search)
  const { filter, range, events, order, limit, strict, where } = parsed
  const written = writtenArgs(search, parsed)
  const names = uniqueNames(events)
  const fields: string[] = []
  const add = (key: string, value: string | undefined) =>
    value !== undefined && fields.push(`  ${key}: ${value},`)
  add('address', filter.address && oneOrList(filter.address))
  const [event] = events
  const args = event && !written.topics ? writeArgs(event, written.args) : undefined
  // Arguments that cannot be written by name become topics.
  const raw = written.topics != null || args === false
  if (event && events.length === 1 && !raw) add('event', names[0])
  else if (events.length > 0) add('events', `[${names.join(', ')}]`)
  if (raw) add('topics', writeTopics(args === false ? filter.topics : (written.topics ?? [])))
  else if (args) add('args', args)
  if ('blockHash' in range) add('blockHash', quote(range.blockHash))
  else {
    add('fromBlock', range.fromBlock === 'earliest' ? undefined : writeBlock(range.fromBlock))
    add('toBlock', range.toBlock === 'latest' ? undefined : writeBlock(range.toBlock))
  }
  add('order', order === 'asc' ? undefined : quote(order))
  add('limit', limit?.toString())
  add('strict', strict ? undefined : 'false')

  const declarations = events.map(writeEvent)
  const values = [where.length > 0 && 'matchesWhere', 'useLogs'].filter(Boolean).join(', ')
  return [
    `import { ${values} } from 'topic0'`,
    declarations.some((text) => text.startsWith('parseAbiItem')) && "import { parseAbiItem } from 'viem'",
    '',
    ...declarations.map((text, index) => `const ${names[index]} = ${text}`),
    declarations.length > 0 && '',
    fields.length > 0 ? `const logs = useLogs({\n${fields.join('\n')}\n})` : 'const logs = useLogs()',
    ...(where.length > 0
      ? ['', '// Nodes cannot filter by these: they are compared here.', ...writeWhere(where)]
      : []),
  ]
    .filter((line) => line !== false)
    .join('\n')
}

function writeEvent(event: AbiEvent): string {
  const text = formatEvent(event)
  return text.startsWith('{') || event.anonymous
    ? `${JSON.stringify(event)} as const`
    : `parseAbiItem(${quote(text)})`
}

/** The arguments as code, `undefined` without arguments, `false` if they cannot be written by name. */
function writeArgs(event: AbiEvent, args: LogSearch['args']): string | false | undefined {
  const named = namedArgs(event, indexedValues(event, args))
  if (!named) return undefined
  if (Array.isArray(named) || formatEvent(event).startsWith('{') || event.anonymous) return false
  const fields = Object.entries(named).map(
    ([name, value]) => `${key(name)}: ${Array.isArray(value) ? list(value.map(literal)) : literal(value)}`,
  )
  return `{ ${fields.join(', ')} }`
}

function writeTopics(topics: readonly Topic[]): string {
  return list(
    topics.map((topic) =>
      topic === null ? 'null' : typeof topic === 'string' ? quote(topic) : oneOrList(topic),
    ),
  )
}

function writeWhere(where: readonly ArgCondition[]): readonly string[] {
  const conditions = where.map(
    ({ arg, is, values }) => `{ arg: ${arg}, is: ${quote(is)}, values: ${list(values.map(literal))} }`,
  )
  return [
    `const where = [${conditions.join(', ')}] as const`,
    'const found = logs.data?.filter((log) => matchesWhere(log.decoded, where))',
  ]
}

/** A unique variable name per event: `transfer`, `transfer2`. */
function uniqueNames(events: readonly AbiEvent[]): readonly string[] {
  const taken = new Set<string>(['logs', 'where', 'found'])
  return events.map(({ name }) => {
    const plain = /^[A-Za-z]\w*$/.test(name) ? `${name[0]!.toLowerCase()}${name.slice(1)}` : 'event'
    // Avoids reserved words and names of the surrounding code.
    const base = taken.has(plain) || reserved.test(plain) ? `${plain}Event` : plain
    let unique = base
    for (let count = 2; taken.has(unique); count++) unique = `${base}${count}`
    taken.add(unique)
    return unique
  })
}

const reserved =
  /^(abstract|any|arguments|as|async|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|eval|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|matchesWhere|new|null|package|parseAbiItem|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|undefined|useLogs|var|void|while|with|yield)$/

function oneOrList(values: readonly string[]): string {
  return values.length === 1 ? quote(values[0]!) : list(values.map(quote))
}

function list(items: readonly string[]): string {
  const line = `[${items.join(', ')}]`
  return line.length < 80 ? line : `[\n${items.map((item) => `    ${item},\n`).join('')}  ]`
}

function writeBlock(block: bigint | string): string {
  return typeof block === 'bigint' ? number(block) : quote(block)
}

function number(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().replace(/\B(?=(\d{3})+$)/g, '_')
  return `${value < 0n ? '-' : ''}${digits}n`
}

function literal(value: unknown): string {
  if (typeof value === 'bigint' || typeof value === 'number') return number(BigInt(value))
  return typeof value === 'string' ? quote(value) : String(value)
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name)
}

/** Text as a string literal, with everything escaped that could end it. */
function quote(text: string): string {
  return `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')}'`
}
