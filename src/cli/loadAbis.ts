import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { AbiEvent } from 'viem'
import { isEvent } from '../logs/filter/formats/isEvent.ts'
import { parseEventText } from '../components/FilterBuilder/draft/parseEventText.ts'
import { filterStrings } from '../components/FilterBuilder/draft/filterStrings.ts'
import { UsageError } from './UsageError.ts'

/** A contract whose ABI was found. */
export interface LoadedAbi {
  /** The contract's name: that of its file. */
  readonly name: string
  readonly events: readonly AbiEvent[]
}

/** Larger files are no ABIs, and would take long to parse. */
const mostBytes = 64 * 1024 * 1024
const deepest = 8
/** Build information repeats the ABIs of all contracts; debug files and caches have none. */
const skipped = /^(build-info|cache|node_modules|\..*)$|\.(dbg|metadata|t\.sol.*)\.json$/

/**
 * Loads the events of ABIs: of files (ABI, artifact, human-readable ABI or Solidity), and of all JSON files in folders, such
 * as Foundry's `out/` and Hardhat's `artifacts/`.
 *
 * @throws {@link UsageError} for a path that does not exist, and one without events.
 */
export async function loadAbis(paths: readonly string[]): Promise<readonly LoadedAbi[]> {
  return (await Promise.all(paths.map(loadPath))).flat()
}

async function loadPath(path: string): Promise<readonly LoadedAbi[]> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new UsageError(`--abi: there is no file or folder ${path}.`)
  if (!found.isDirectory()) {
    const read = await readEvents(path)
    if ('problem' in read) throw new UsageError(`--abi ${path}: ${read.problem}`)
    return [{ name: nameOf(path), events: read.events }]
  }
  const abis: LoadedAbi[] = []
  for await (const file of jsonFiles(path, 0)) {
    const read = await readEvents(file)
    // Most contracts of a project have no events.
    if ('events' in read) abis.push({ name: nameOf(file), events: read.events })
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
      if (depth < deepest) yield* jsonFiles(path, depth + 1)
    } else if (entry.name.endsWith('.json')) yield path
  }
}

async function readEvents(path: string): Promise<{ events: readonly AbiEvent[] } | { problem: string }> {
  const { size } = await stat(path)
  if (size > mostBytes) return { problem: 'The file is too large for an ABI.' }
  const read = parseEventText(await readFile(path, 'utf8'), [], filterStrings.issues)
  if ('problem' in read) return read
  const events = read.events.filter(isEvent)
  return events.length > 0 ? { events } : { problem: filterStrings.issues.abiWithoutEvents }
}

const nameOf = (path: string) => basename(path).replace(/(\.abi)?\.\w+$/, '')
