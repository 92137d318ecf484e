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
  'max-calls': { type: 'string' },
  quota: { type: 'string' },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies Flags
