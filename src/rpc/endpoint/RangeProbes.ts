import type { NodeError, NodeErrorKind } from '../../errors/NodeError.ts'
import { blockSpan } from '../blockSpan.ts'
import { classify } from '../classify/classify.ts'
import type { Clock } from '../Clock.ts'
import type { PoolCall } from '../Pool.ts'

/** What a refusal of a wide range was about: its width, or something that one block of it meets as well. */
export type RefusalCause = 'width' | 'other'

/** Kinds that nodes also use for a range that is too wide. The others say what they mean. */
const ambiguous: ReadonlySet<NodeErrorKind> = new Set([
  'unavailable',
  'rate-limited',
  'transient',
  'malformed',
  'pruned',
  'beyond-head',
  'invalid-input',
  'fatal',
])
/** Milliseconds that a verdict is believed. Trouble passes; what a node means by its words does not. */
const believe: Readonly<Record<RefusalCause, number>> = { width: 3_600_000, other: 60_000 }

/**
 * Nodes refuse wide ranges in any words. For each shape of refusal, one block of the refused range decides whether a
 * narrower read would have been answered.
 */
export class RangeProbes {
  readonly #clock: Clock
  readonly #verdicts = new Map<string, { verdict: RefusalCause; until: number }>()
  readonly #underWay = new Map<string, Promise<RefusalCause | undefined>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  knownCause(error: NodeError): RefusalCause | undefined {
    const known = this.#verdicts.get(shapeOf(error))
    return known && known.until > this.#clock.now() ? known.verdict : undefined
  }

  /** The verdict on a refusal; `probe` is called for the first of its shape, and its result kept. */
  async findCause(
    error: NodeError,
    probe: () => Promise<RefusalCause | undefined>,
  ): Promise<RefusalCause | undefined> {
    const shape = shapeOf(error)
    const known = this.knownCause(error)
    if (known) return known
    const answer = this.#underWay.get(shape) ?? this.#find(shape, probe)
    this.#underWay.set(shape, answer)
    return answer
  }

  async #find(
    shape: string,
    probe: () => Promise<RefusalCause | undefined>,
  ): Promise<RefusalCause | undefined> {
    try {
      const verdict = await probe()
      if (verdict) this.#verdicts.set(shape, { verdict, until: this.#clock.now() + believe[verdict] })
      return verdict
    } finally {
      this.#underWay.delete(shape)
    }
  }
}

/** Whether a range of several blocks was refused in words that may be about its width. */
export function mayBeAboutRange(
  { method, params }: PoolCall,
  error: NodeError,
  head: bigint | undefined,
): boolean {
  if (method !== 'eth_getLogs' || error.method !== method || !ambiguous.has(error.kind)) return false
  if (error.details !== undefined && /execution reverted/i.test(error.details)) return false
  const span = blockSpan(params)
  if (!span || span[0] === span[1]) return false
  return error.kind !== 'beyond-head' || (head !== undefined && head >= span[1])
}

/** The first block of a call's range: older ones may be pruned, newer ones not there yet. */
export function narrowToBlock({ method, params }: PoolCall): PoolCall {
  const [filter] = params as readonly [{ readonly fromBlock: string }]
  return { method, params: [{ ...filter, toBlock: filter.fromBlock }] }
}

/** The refusal as one of a range that is too wide, or has too much in it. */
export function asTooLarge(error: NodeError, kind: 'range-too-wide' | 'too-many-results'): NodeError {
  const { endpoint = 'The endpoint', method, code, status, details } = error
  return classify({ endpoint, method, code, status, message: details, kind })
}

/** The same refusal of another range has the same shape: numbers and hashes do not count. */
function shapeOf({ kind, code, status, details = '' }: NodeError): string {
  const words = details.replaceAll(/0x[0-9a-f]+|\d[\d,_.]*/gi, '#').slice(0, 200)
  return [kind, code, status, words].join(' ')
}
