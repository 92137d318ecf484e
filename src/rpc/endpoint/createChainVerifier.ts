import { NodeError } from '../../errors/NodeError.ts'
import { classify } from '../classify/classify.ts'
import type { Budget } from '../createBudget.ts'
import type { SendReported } from '../createRequestReporter.ts'
import type { Network } from '../networks/Network.ts'
import { onAbort } from '../onAbort.ts'
import { readQuantity } from '../parseQuantity.ts'
import type { Failure } from '../Wire.ts'
import type { Endpoint } from './Endpoint.ts'

/** Codes for a method that does not exist. A node without `eth_chainId` does not belong to the network. */
const unknownMethodCodes: ReadonlySet<number> = new Set([-32601, -32004, -32001])

interface PendingCheck {
  readonly result: Promise<Failure | undefined>
  waiting: number
  readonly abort: () => void
}

/**
 * Checks the chain id of each endpoint once (`eth_chainId`), before its data is used. Calls made during the check
 * share it, and its failure.
 */
export function createChainVerifier(
  network: Network,
  budget: Budget,
  closing: AbortSignal,
  send: SendReported,
) {
  const pending = new Map<Endpoint, PendingCheck>()

  return async (endpoint: Endpoint, signal: AbortSignal, force = false): Promise<Failure | undefined> => {
    const check = pending.get(endpoint) ?? start(endpoint, force)
    check.waiting++
    // Aborted only when the last call that waits for it is.
    const stopListening = onAbort(signal, () => {
      if (--check.waiting > 0) return
      if (pending.get(endpoint) === check) pending.delete(endpoint)
      check.abort()
    })
    try {
      const failure = await check.result
      return signal.aborted ? undefined : failure
    } finally {
      stopListening()
    }
  }

  function start(endpoint: Endpoint, force: boolean): PendingCheck {
    // Throws before others join: they may be allowed to go over the budget.
    budget.spend(1, { force })
    const controller = new AbortController()
    const abort = () => {
      controller.abort()
    }
    const stopListening = onAbort(closing, abort)
    const result = readChainId(endpoint, controller.signal).finally(() => {
      stopListening()
      if (pending.get(endpoint) === check) pending.delete(endpoint)
    })
    const check: PendingCheck = { result, waiting: 0, abort }
    pending.set(endpoint, check)
    return check
  }

  async function readChainId(endpoint: Endpoint, signal: AbortSignal): Promise<Failure | undefined> {
    const call = { method: 'eth_chainId', params: [], reason: 'chain-check', attempt: 1 } as const
    const [outcome] = await send(endpoint, [call], signal)
    if (!outcome) return malformed(endpoint, 'The reply has no chain id.')
    if ('error' in outcome) {
      const { kind, code, details } = outcome.error
      if (kind === 'wrong-network' || unknownMethodCodes.has(code ?? 0))
        return wrongNetwork(endpoint, details)
      // A failed check concerns the endpoint, even if the same error on another call would not.
      return fail(outcome.error)
    }
    const chainId = readQuantity(outcome.result)
    if (chainId === undefined) return malformed(endpoint, 'The chain id is not a number.')
    if (chainId !== BigInt(network.id))
      return wrongNetwork(endpoint, `It reports chain id ${chainId}, but ${network.name} has ${network.id}.`)
    endpoint.verified = true
    return undefined
  }

  function malformed({ name }: Endpoint, message: string): Failure {
    return fail(classify({ endpoint: name, method: 'eth_chainId', kind: 'malformed', message }))
  }

  function wrongNetwork(endpoint: Endpoint, details: string | undefined): Failure {
    const error = new NodeError(`${endpoint.name} does not serve ${network.name}.`, {
      kind: 'wrong-network',
      method: 'eth_chainId',
      endpoint: endpoint.name,
      advice: "It is not used. Check the endpoint's URL, or the network it is configured for.",
      details,
    })
    endpoint.quarantine(error)
    return fail(error)
  }

  function fail(error: NodeError): Failure {
    return { error, scope: 'endpoint', mayHaveRun: false }
  }
}
