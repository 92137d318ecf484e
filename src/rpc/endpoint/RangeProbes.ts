import type { NodeError, NodeErrorKind } from '../../errors/NodeError.ts'
import { blockSpan } from '../blockSpan.ts'
import { classify } from '../classify/classify.ts'
import type { Clock } from '../Clock.ts'
import type { PoolCall } from '../Pool.ts'

/** Why a wide range was refused: for its width, or for a reason that also holds for a single block. */
type RefusalCause = 'width' | 'other'
/** What a probe found: nothing if it failed, or if the call that began it was settled before the probe was sent. */
export type ProbeResult = RefusalCause | 'failed' | 'unsent'

/** Kinds of error that some nodes also send for a range that is too wide. */
const unclearKinds: ReadonlySet<NodeErrorKind> = new Set([
  'unavailable',
  'rate-limited',
  'transient',
  'malformed',
  'pruned',
  'beyond-head',
  'invalid-input',
  'fatal',
])
/** Milliseconds until a cause is forgotten. A node's trouble passes; the meaning of its messages does not change. */
const rememberFor: Readonly<Record<RefusalCause, number>> = { width: 3_600_000, other: 60_000 }

/**
 * Finds out what a node's refusals mean: nodes refuse wide ranges with any message and code. For each shape of refusal, a
 * read of one block of the refused range shows whether a narrower range would have been answered.
 */
export class RangeProbes {
  readonly #clock: Clock
  readonly #causes = new Map<string, { cause: RefusalCause; until: number }>()
  readonly #pending = new Map<string, Promise<ProbeResult>>()
  /** The parameters of the last read of one block that the endpoint lacks. */
  #pruned: { params: string; until: number } | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  knownCause(error: NodeError): RefusalCause | undefined {
    const known = this.#causes.get(shapeOf(error))
    return known && known.until > this.#clock.now() ? known.cause : undefined
  }

  /** Finds the cause of a refusal: refusals of the same shape share one call of `probe`, whose result is remembered. */
  findCause(refusal: NodeError, probe: () => Promise<ProbeResult>): Promise<ProbeResult> {
    const shape = shapeOf(refusal)
    let finding = this.#pending.get(shape)
    if (!finding) {
      finding = probe().then((found) => {
        this.#pending.delete(shape)
        if (found === 'width' || found === 'other') this.#remember(shape, found)
        return found
      })
      this.#pending.set(shape, finding)
    }
    return finding
  }

  /** A read of one block got this refusal. */
  sawOnBlock({ params }: PoolCall, error: NodeError): void {
    this.#remember(shapeOf(error), 'other')
    if (error.kind === 'pruned')
      this.#pruned = { params: JSON.stringify(params), until: this.#clock.now() + rememberFor.other }
  }

  /** Whether the same read has just shown, as a probe of another refusal, that the endpoint lacks the block. */
  isPruned({ params }: PoolCall): boolean {
    const { until = 0, params: pruned } = this.#pruned ?? {}
    return until > this.#clock.now() && pruned === JSON.stringify(params)
  }

  #remember(shape: string, cause: RefusalCause): void {
    this.#causes.set(shape, { cause, until: this.#clock.now() + rememberFor[cause] })
  }
}

/** Whether the error may mean that the range of a call is too wide. */
export function mayBeAboutRange(
  { method, params }: PoolCall,
  error: NodeError,
  head: bigint | undefined,
): boolean {
  if (method !== 'eth_getLogs' || error.method !== method || !unclearKinds.has(error.kind)) return false
  if (error.details !== undefined && /execution reverted/i.test(error.details)) return false
  const span = blockSpan(params)
  if (!span || span[0] === span[1]) return false
  return error.kind !== 'beyond-head' || (head !== undefined && head >= span[1])
}

/** The same call for the first block of its range. */
export function narrowToBlock({ method, params }: PoolCall): PoolCall {
  const [filter] = params as readonly [{ readonly fromBlock: string }]
  return { method, params: [{ ...filter, toBlock: filter.fromBlock }] }
}

/** The same refusal as an error about the range. */
export function asTooLarge(error: NodeError, kind: 'range-too-wide' | 'too-many-results'): NodeError {
  const { endpoint = 'The endpoint', method, code, status, details } = error
  return classify({ endpoint, method, code, status, message: details, kind })
}

/** What refusals of different ranges for one reason have in common: all but numbers and hashes. */
function shapeOf({ kind, code, status, details = '' }: NodeError): string {
  const words = details.replaceAll(/0x[0-9a-f]+|\d[\d,_.]*/gi, '#').slice(0, 200)
  return [kind, code, status, words].join(' ')
}
