import type { BlockInterval } from '../../../src/logs/Coverage.ts'
import { blockSpan } from '../../../src/rpc/blockSpan.ts'
import type { RecordedCall } from '../../../src/testing/TestNode.ts'
import { check } from './check.ts'
import type { ScanWorld } from './ScanWorld.ts'
import { show } from './show.ts'

const widthOf = (params: unknown) => {
  const span = blockSpan(params)
  return span && span[1] - span[0] + 1n
}

/** Checks the requests of concurrent scans, by how often each has read its blocks: again after each reset. */
export function checkRequests(
  world: ScanWorld,
  calls: readonly RecordedCall[],
  passes: readonly number[],
): void {
  checkRepeats(
    world,
    calls,
    passes.reduce((sum, each) => sum + each, 0),
  )
  if (passes.length === 1) checkLimits(world, calls)
}

/** A permanent refusal is not repeated on the same endpoint: at most once each time that blocks are read. */
function checkRepeats(world: ScanWorld, calls: readonly RecordedCall[], passes: number): void {
  const refusals = new Map<string, { at: number; again: number }>()
  for (const { endpoint, method, params, at, answer, batch } of calls) {
    const error = answer?.error
    // A whole batch may have been too large: only calls sent alone count.
    if (batch > 1 && /response (?:(?:is )?too (?:large|big)|size exceeded)/i.test(error?.message ?? ''))
      continue
    if (!error || !(world.deterministic.has(error) || error.code === 4444)) continue
    const key = `${endpoint} ${method} ${show(params)}`
    const known = refusals.get(key)
    if (!known) refusals.set(key, { at: answer.at, again: 0 })
    else if (known.at < at && ++known.again >= passes)
      throw new Error(`permanently refused and sent again, unchanged: ${key}`)
  }
}

/** A width that an endpoint refused is not sent to it again. */
function checkLimits(world: ScanWorld, calls: readonly RecordedCall[]): void {
  const refused = new Map<string, { width: bigint; at: number }[]>()
  for (const { endpoint, params, at, answer, method } of calls) {
    if (method !== 'eth_getLogs') continue
    const width = widthOf(params)
    if (width === undefined) continue
    const known = refused.get(endpoint) ?? []
    refused.set(endpoint, known)
    const limit = known.find((one) => one.at < at && one.width <= width)
    check(!limit, `${endpoint} had refused ${limit?.width} blocks and was sent ${width}`)
    if (answer?.error && world.tooWide.has(answer.error)) known.push({ width, at: answer.at })
  }
}

/** Cached final blocks are not requested, except by probes: all logs of one block show whether a node keeps its history. */
export function checkHeld(held: readonly BlockInterval[], calls: readonly RecordedCall[]): void {
  for (const { method, params } of calls) {
    const span = method === 'eth_getLogs' ? blockSpan(params) : undefined
    if (!span) continue
    const [filter] = params as [{ address?: unknown; topics?: unknown }]
    if (span[0] === span[1] && !filter.address && !filter.topics) continue
    const twice = held.find(({ from, to }) => span[0] <= to && span[1] >= from)
    check(!twice, `${show(twice)} is cached and final, but ${show(span)} was requested`)
  }
}
