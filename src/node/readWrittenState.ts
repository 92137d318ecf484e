import { readFile, stat } from 'node:fs/promises'
import type { WrittenState } from './OutputFile.ts'

/** Reads how far a file was written; `undefined` if nothing can be continued. */
export async function readWrittenState(path: string): Promise<WrittenState | undefined> {
  try {
    const state = parseState(JSON.parse(await readFile(`${path}.part.json`, 'utf8')))
    const { size } = await stat(`${path}.part`)
    return state && size >= state.bytes ? state : undefined
  } catch {
    // Missing or damaged: the file is written from the start.
    return undefined
  }
}

function parseState(value: unknown): WrittenState | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { key, bytes, logs, next } = value as Record<string, unknown>
  const isCount = (count: unknown): count is number => Number.isSafeInteger(count) && (count as number) >= 0
  if (typeof key !== 'string' || typeof next !== 'string' || !/^\d{1,20}$/.test(next)) return undefined
  return isCount(bytes) && isCount(logs) ? { key, bytes, logs, next } : undefined
}
