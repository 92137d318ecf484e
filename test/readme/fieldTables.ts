import { readFileSync } from 'node:fs'
import type { Example } from './findExamples.ts'

/** A table of names in the docs, and the type that has exactly these: its keys, or for a union of strings its members. */
interface FieldTable {
  readonly file: string
  readonly section: string
  /** Which table of the section. @default 0 */
  readonly at?: number
  readonly type: string
  readonly from?: string
  /** Keys that are documented elsewhere. */
  readonly except?: string
  /** An event, whose fields the second column of its row has: those of the member of the type with this `type`. */
  readonly event?: string
}

const inQuery = `keyof UseQueryResult`

const hook = (name: string, result?: string, except?: string): FieldTable[] => [
  { file: `docs/hooks/${name}.md`, section: 'Parameters', type: parametersOf(name) },
  ...(result === undefined
    ? []
    : [{ file: `docs/hooks/${name}.md`, section: 'Result', type: result, ...(except && { except }) }]),
]
const parametersOf = (name: string) => `${name[0]!.toUpperCase()}${name.slice(1)}Parameters`

/** A table of the events of a union, and the fields of each. */
function events(section: string, type: string): FieldTable[] {
  const table = { file: 'docs/core.md', section, from: 'topic0/core' }
  const all: FieldTable = { ...table, type: `${type}['type']` }
  const fieldsOf = (event: string) => ({ ...table, type, event, except: `'type' | 'selection'` })
  return [all, ...readNames(all).map(fieldsOf)]
}

const tables: readonly FieldTable[] = [
  {
    file: 'docs/hooks/useLogFilter.md',
    section: 'Parameters',
    type: 'UseLogFilterParameters',
    except: 'keyof LogQuery',
  },
  { file: 'docs/hooks/useLogFilter.md', section: 'Result', type: 'UseLogFilterReturnType' },
  ...hook('useBlockNumber'),
  ...hook('useBlockTimestamps', 'UseBlockTimestampsReturnType'),
  ...hook('useNetwork', 'UseNetworkReturnType'),
  ...hook('useNetworkStatus', 'UseNetworkStatusReturnType'),
  ...hook('useCacheStatus', 'UseCacheStatusReturnType'),
  ...hook('useEventLookup', 'UseEventLookupReturnType', inQuery),
  ...hook('useImplementation'),
  ...hook('useLogTransaction'),
  { file: 'docs/hooks/useLogs.md', section: 'Parameters', type: 'UseLogsParameters' },
  { file: 'docs/hooks/useLogs.md', section: 'Result', type: 'UseLogsReturnType', except: inQuery },
  {
    file: 'docs/hooks/useInfiniteLogs.md',
    section: 'Parameters',
    type: 'UseInfiniteLogsParameters',
    except: `Exclude<keyof UseLogsParameters, 'fromBlock'>`,
  },
  {
    file: 'docs/hooks/useInfiniteLogs.md',
    section: 'Result',
    type: 'UseInfiniteLogsReturnType',
    except: `Exclude<keyof UseLogsReturnType, 'data'>`,
  },
  {
    file: 'docs/hooks/useMultichainLogs.md',
    section: 'Parameters',
    type: 'UseMultichainLogsParameters',
    except: `Exclude<keyof UseLogsParameters, 'address' | 'fromBlock' | 'toBlock' | 'limit' | 'onLogs' | 'onReorg'>`,
  },
  {
    file: 'docs/hooks/useMultichainLogs.md',
    section: 'Result',
    type: 'UseMultichainLogsReturnType',
  },
  { file: 'docs/hooks/useScanEstimate.md', section: 'Result', type: 'ScanEstimate' },
  { file: 'docs/hooks/useLogsCount.md', section: 'Result', type: 'LogsCount' },
  { file: 'docs/hooks/useLogsExport.md', section: 'Parameters', type: 'ExportRequest' },
  { file: 'docs/hooks/useLogsExport.md', section: 'Result', type: 'UseLogsExportReturnType' },
  { file: 'docs/hooks/useLogsConfig.md', section: 'Result', type: 'LogsConfig' },
  { file: 'docs/hooks/useLogFilter.md', section: 'Result', at: 1, type: `UseLogFilterReturnType['status']` },
  { file: 'docs/hooks/useNetworkStatus.md', section: 'Result', at: 1, type: 'EndpointStatus' },
  { file: 'docs/live.md', section: 'Status', type: 'FollowStatus' },
  { file: 'docs/live.md', section: 'Status', at: 1, type: 'FollowState', except: `'status'` },
  { file: 'docs/networks.md', section: 'A config', type: 'CreateLogsConfigParameters' },
  { file: 'docs/networks.md', section: 'A config', at: 1, type: 'DefineNetworkOptions' },
  {
    file: 'docs/networks.md',
    section: 'With viem',
    type: 'NodePoolOptions',
    except: `keyof DefineNetworkOptions | 'clock' | 'random'`,
  },
  {
    file: 'docs/explorer.md',
    section: 'The explorer',
    type: 'LogExplorerProps',
    from: 'topic0/widget',
    except: `keyof ComponentProps<'section'>`,
  },
  ...events('scan', 'ScanEvent'),
  ...events('follow', 'FollowEvent'),
]

/**
 * The names in the first column of one or, without `at`, of the first table of a section; of `useLogs`, of all its tables; of an
 * event, in the second column of its row.
 */
function readNames({ file, section, at = 0, event }: FieldTable): string[] {
  const text = readFileSync(file, 'utf8')
    .split(/^#{1,2} /m)
    .find((part) => part.startsWith(`${section}\n`))
  if (text === undefined) throw new Error(`${file} has no section "${section}".`)
  const found = [...text.matchAll(/(?:^\|.*\n)+/gm)].map(([table]) => table)
  const wanted = file.endsWith('/useLogs.md') ? found : found.slice(at, at + 1)
  const cells = wanted
    .flatMap((table) => table.trim().split('\n').slice(2))
    .map((row) => row.split('|').slice(1))
    .filter(([first = '']) => event === undefined || first.trim() === `\`${event}\``)
    .map(([first = '', second = '']) => (event === undefined ? first : second))
  return cells.flatMap((cell) => [...cell.matchAll(/`([\w-]+)/g)]).map(([, name = '']) => name)
}

/** Code that compiles when the names are those of the type. */
function toCheck(table: FieldTable): Example {
  const { type, from = 'topic0', except = 'never', file, section, event } = table
  const [name = ''] = /^\w+/.exec(type) ?? []
  const actual = type.replace(/^\w+/, 'Described')
  const code = `
import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { DefineNetworkOptions, LogQuery, UseLogsParameters, UseLogsReturnType } from 'topic0'
import type { ${name} as Described } from '${from}'
type Names<type> = type extends string ? type : type extends unknown ? keyof type : never
type Actual = Names<${event === undefined ? actual : `Extract<${actual}, { type: '${event}' }>`}>
type Documented = ${readNames(table)
    .map((one) => `'${one}'`)
    .join(' | ')}
declare const unknown: Exclude<Documented, Actual>
declare const missing: Exclude<Actual, Documented | (${except})>
export const nothing: readonly never[] = [unknown, missing]
`
  return {
    file: `${file}, ${section} (${type}${event === undefined ? '' : ` ${event}`})`,
    line: 1,
    language: 'ts',
    code,
  }
}

/** Each table of fields in the docs, as code that compiles if it is complete. */
export const fieldTables: readonly Example[] = tables.map(toCheck)

const check = toCheck(tables.find(({ type }) => type === 'FollowStatus')!)
/** A table with a name too many, and one with a name too few. */
export const wrongFieldTables: readonly Example[] = [
  check.code.replace(`'stale'`, `'stale' | 'late'`),
  check.code.replace(`'stale' | `, ''),
].map((code) => ({ ...check, code }))

/** Whether a table was found for each, with names. */
export const isEveryTableFound = (): boolean => tables.every((table) => readNames(table).length > 0)
