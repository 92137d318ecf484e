import { NodeError } from '../../errors/NodeError.ts'
import type { Budget } from '../Budget.ts'
import { classify } from '../classify/classify.ts'
import type { Network } from '../networks/Network.ts'
import { onAbort } from '../onAbort.ts'
import { readQuantity } from '../parseQuantity.ts'
import type { RequestReporter } from '../RequestReporter.ts'
import type { Failure } from '../Wire.ts'
import type { Endpoint } from './Endpoint.ts'

/** Codes for a method that does not exist. A node without `eth_chainId` does not belong to the network. */
const unknownMethodCodes: ReadonlySet<number> = new Set([-32601, -32004, -32001])

interface PendingCheck {
  readonly result: Promise<Failure | undefined>
  waiting: number
  readonly abort: () => void
}

export interface ChainVerifierOptions {
  readonly network: Network
  readonly budget: Budget
  readonly reporter: RequestReporter
  /** Fires when the pool is closed. */
  readonly closing: AbortSignal
}

/**
 * Checks the chain id of each endpoint once (`eth_chainId`), before its data is used. Calls made during the check
 * share it, and its failure.
 */
export class ChainVerifier {
  readonly #options: ChainVerifierOptions
  readonly #pending = new Map<Endpoint, PendingCheck>()

  constructor(options: ChainVerifierOptions) {
    this.#options = options
  }

  /** Checks that an endpoint serves the right network. A failure says why it cannot be used now. */
  async verify(endpoint: Endpoint, signal: AbortSignal, force = false): Promise<Failure | undefined> {
    const check = this.#pending.get(endpoint) ?? this.#start(endpoint, force)
    check.waiting++
    // Aborted only when the last call that waits for it is.
    const stopListening = onAbort(signal, () => {
      if (--check.waiting > 0) return
      this.#forget(endpoint, check)
      check.abort()
    })
    try {
      const failure = await check.result
      return signal.aborted ? undefined : failure
    } finally {
      stopListening()
    }
  }

  #start(endpoint: Endpoint, force: boolean): PendingCheck {
    const { budget, closing } = this.#options
    // Throws before others join: they may be allowed to go over the budget.
    budget.spend(1, { force })
    const controller = new AbortController()
    const abort = () => controller.abort()
    const stopListening = onAbort(closing, abort)
    const result = this.#readChainId(endpoint, controller.signal).finally(() => {
      stopListening()
      this.#forget(endpoint, check)
    })
    const check: PendingCheck = { result, waiting: 0, abort }
    this.#pending.set(endpoint, check)
    return check
  }

  #forget(endpoint: Endpoint, check: PendingCheck) {
    if (this.#pending.get(endpoint) === check) this.#pending.delete(endpoint)
  }

  async #readChainId(endpoint: Endpoint, signal: AbortSignal): Promise<Failure | undefined> {
    const { network, reporter } = this.#options
    const call = { method: 'eth_chainId', params: [], reason: 'chain-check', attempt: 1 } as const
    const [outcome] = await reporter.send(endpoint, [call], signal)
    if (!outcome) return malformed(endpoint, 'The reply has no chain id.')
    if ('error' in outcome) {
      const { kind, code, details } = outcome.error
      if (kind === 'wrong-network' || unknownMethodCodes.has(code ?? 0))
        return this.#wrongNetwork(endpoint, details)
      // A failed check concerns the endpoint, even if the same error on another call would not.
      return failureOf(outcome.error)
    }
    const chainId = readQuantity(outcome.result)
    if (chainId === undefined) return malformed(endpoint, 'The chain id is not a number.')
    if (chainId !== BigInt(network.id)) {
      const details = `It reports chain id ${chainId}, but ${network.name} has ${network.id}.`
      return this.#wrongNetwork(endpoint, details)
    }
    endpoint.verified = true
    return undefined
  }

  #wrongNetwork(endpoint: Endpoint, details: string | undefined): Failure {
    const error = new NodeError(`${endpoint.name} does not serve ${this.#options.network.name}.`, {
      kind: 'wrong-network',
      method: 'eth_chainId',
      endpoint: endpoint.name,
      advice: "It is not used. Check the endpoint's URL, or the network it is configured for.",
      details,
    })
    endpoint.quarantine(error)
    return failureOf(error)
  }
}

function malformed({ name }: Endpoint, message: string): Failure {
  return failureOf(classify({ endpoint: name, method: 'eth_chainId', kind: 'malformed', message }))
}

function failureOf(error: NodeError): Failure {
  return { error, scope: 'endpoint', mayHaveRun: false }
}
