/** A flag, for `parseArgs` and for completion. */
interface Flag {
  readonly type: 'string' | 'boolean'
  readonly multiple?: boolean
  readonly short?: string
  /** The values to choose from, or the kind of path that it takes. */
  readonly completes?: readonly string[] | 'file' | 'folder'
}

/** The flags of a command by name. */
export type Flags = Readonly<Record<string, Flag>>

/** The values of flags, as `parseArgs` returns them. */
export type FlagValues<flags extends Flags> = {
  readonly [name in keyof flags]?:
    | (flags[name] extends { readonly type: 'boolean' }
        ? boolean
        : flags[name] extends { readonly multiple: true }
          ? readonly string[]
          : string)
    | undefined
}

export const explorerFlags = {
  rpc: { type: 'string', multiple: true },
  network: { type: 'string', completes: ['xone', 'xone-testnet'] },
  abi: { type: 'string', multiple: true, completes: 'file' },
  query: { type: 'string' },
  cache: { type: 'string', completes: 'folder' },
  quota: { type: 'string' },
  open: { type: 'boolean' },
  port: { type: 'string' },
  version: { type: 'boolean', short: 'v' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies Flags

export const logsFlags = {
  rpc: { type: 'string', multiple: true },
  network: { type: 'string', completes: ['xone', 'xone-testnet'] },
  address: { type: 'string', multiple: true },
  event: { type: 'string', multiple: true },
  abi: { type: 'string', multiple: true, completes: 'file' },
  arg: { type: 'string', multiple: true },
  from: { type: 'string' },
  to: { type: 'string', completes: ['latest', 'finalized'] },
  format: { type: 'string', completes: ['ndjson', 'csv', 'json', 'parquet'] },
  output: { type: 'string', short: 'o', completes: 'file' },
  columns: { type: 'string' },
  follow: { type: 'boolean' },
  estimate: { type: 'boolean' },
  resume: { type: 'boolean' },
  cache: { type: 'string', completes: 'folder' },
  archive: { type: 'string', completes: 'folder' },
  'public-key': { type: 'string' },
  'max-calls': { type: 'string' },
  quota: { type: 'string' },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies Flags

/** The flags that choose nodes and limit their use. */
export const nodeFlags = {
  rpc: logsFlags.rpc,
  network: logsFlags.network,
  cache: logsFlags.cache,
  'max-calls': logsFlags['max-calls'],
  quota: logsFlags.quota,
} as const satisfies Flags

const commonFlags = { quiet: logsFlags.quiet, help: logsFlags.help } as const satisfies Flags

const appendFlags = {
  ...nodeFlags,
  to: logsFlags.to,
  'logs-per-file': { type: 'string' },
  words: { type: 'boolean' },
  sign: { type: 'string', completes: 'file' },
  ...commonFlags,
} as const satisfies Flags

/** The flags of each command of `topic0 archive`. */
export const archiveFlags = {
  build: {
    ...appendFlags,
    address: logsFlags.address,
    event: logsFlags.event,
    abi: logsFlags.abi,
    arg: logsFlags.arg,
    from: { type: 'string', completes: 'file' },
    'from-block': { type: 'string' },
    'to-block': { type: 'string' },
  },
  append: appendFlags,
  verify: {
    ...nodeFlags,
    samples: { type: 'string' },
    'public-key': logsFlags['public-key'],
    ...commonFlags,
  },
  serve: { port: explorerFlags.port, host: { type: 'string' }, ...commonFlags },
  query: {
    format: { type: 'string', completes: ['table', 'ndjson', 'json', 'csv'] },
    file: { type: 'string', short: 'f', completes: 'file' },
    ...commonFlags,
  },
} as const satisfies Readonly<Record<string, Flags>>
