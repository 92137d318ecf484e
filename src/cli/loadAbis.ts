import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Abi, Address } from 'viem'
import { filterStrings } from '../components/FilterBuilder/draft/filterStrings.ts'
import { parseAbiText } from '../components/FilterBuilder/draft/parseAbiText.ts'
import { isEvent } from '../logs/filter/isEvent.ts'
import type { AbiEvents } from './options/readFilter.ts'
import { UsageError } from './options/UsageError.ts'

/** A contract whose ABI was found. */
export interface LoadedAbi {
  /** The contract's name: that of its file. */
  readonly name: string
  /** Its events and functions. */
  readonly abi: Abi
  /** Set if it was given as `ADDRESS=FILE`. */
  readonly address?: Address
}

/** Larger files are no ABIs, and take long to parse. */
const maxBytes = 64 * 1024 * 1024
const maxDepth = 8
/** Build information repeats the ABIs of all contracts; debug files and caches have none. */
const skipped = /^(build-info|cache|node_modules|\..*)$|\.(dbg|metadata|t\.sol.*)\.json$/

type ReadAbi = { readonly abi: Abi } | { readonly problem: string }

/** Files that were read, by path. `stamp` changes with the file. */
export type ReadAbis = Map<string, { readonly stamp: string; readonly read: ReadAbi }>

/**
 * Loads ABIs: of files (ABI, artifact, human-readable ABI or Solidity), of one contract's file (`0xADDRESS=FILE`),
 * and of all JSON files in folders, such as Foundry's `out/` and Hardhat's `artifacts/`. Files that have not changed
 * since they were put in `known` are not read again.
 *
 * @throws {@link UsageError} for a path that does not exist or has no events.
 */
export async function loadAbis(
  sources: readonly string[],
  known: ReadAbis = new Map(),
): Promise<readonly LoadedAbi[]> {
  return (await Promise.all(sources.map((source) => loadSource(source, known)))).flat()
}

/** Loads the events of `--abi`. @throws {@link UsageError} as {@link loadAbis} does. */
export async function loadEvents(sources: readonly string[]): Promise<AbiEvents> {
  const loaded = await loadAbis(sources)
  const contracts = loaded.flatMap(({ address }) => address ?? [])
  return {
    events: loaded.flatMap(({ abi }) => abi.filter(isEvent)),
    contracts: contracts.length === loaded.length ? contracts : [],
  }
}

async function loadSource(source: string, known: ReadAbis): Promise<readonly LoadedAbi[]> {
  const [, address, path] = /^(0x[0-9a-f]{40})=(.+)$/i.exec(source) ?? [undefined, undefined, source]
  if (address === undefined && /^0x[0-9a-f]*=/i.test(source))
    throw new UsageError(`--abi ${source}: an address has 40 hex digits, as in --abi 0x…=Token.json.`)
  const found = await stat(path!).catch(() => undefined)
  if (!found) throw new UsageError(`--abi: there is no file or folder ${path}.`)
  if (!found.isDirectory()) {
    const read = await readFileAbi(path!, known)
    if ('problem' in read) throw new UsageError(`--abi ${path}: ${read.problem}`)
    return [{ name: nameOf(path!), abi: read.abi, ...(address && { address: address as Address }) }]
  }
  if (address !== undefined)
    throw new UsageError(`--abi ${address}=…: ${path} is a folder. Name the contract’s file.`)
  const abis: LoadedAbi[] = []
  for await (const file of jsonFiles(path!, 0)) {
    const read = await readFileAbi(file, known)
    // Most contracts of a project have no events.
    if ('abi' in read) abis.push({ name: nameOf(file), abi: read.abi })
  }
  if (abis.length === 0)
    throw new UsageError(`--abi: no JSON file in ${path} has an ABI with events. Is the project compiled?`)
  return abis
}

async function* jsonFiles(folder: string, depth: number): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (skipped.test(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (depth < maxDepth) yield* jsonFiles(path, depth + 1)
    } else if (entry.name.endsWith('.json') && (entry.isFile() || (await leadsToFile(path)))) yield path
  }
}

/** Whether a path is a link to a file. Links to nothing are left over in folders of builds and editors. */
async function leadsToFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false
}

async function readFileAbi(path: string, known: ReadAbis): Promise<ReadAbi> {
  const { size, mtimeMs } = await stat(path)
  const stamp = `${size}:${mtimeMs}`
  const before = known.get(path)
  if (before?.stamp === stamp) return before.read
  const read: ReadAbi =
    size > maxBytes
      ? { problem: 'The file is too large for an ABI.' }
      : parseAbiText(await readFile(path, 'utf8'), filterStrings.issues)
  known.set(path, { stamp, read })
  return read
}

const nameOf = (path: string) => basename(path).replace(/(\.abi)?\.\w+$/, '')
