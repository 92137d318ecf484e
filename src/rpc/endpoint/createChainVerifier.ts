import { NodeError } from '../../errors/NodeError.ts'
import { classify } from '../classify/classify.ts'
import type { Budget } from '../createBudget.ts'
import type { Network } from '../networks/defineNetwork.ts'
import type { Endpoint } from './Endpoint.ts'
import { onAbort } from '../onAbort.ts'
import type { Outcome } from '../Wire.ts'

type Failure = Extract<Outcome, { ok: false }>

/** A node that does not even know this method, or refuses it so, is none of the network's. */
const foreign: ReadonlySet<number> = new Set([-32601, -32004, -32001])

/**
 * Asks each endpoint once for its chain id, before anything it says is believed. Calls that come meanwhile wait for the
 * same answer; the failure returned is theirs too.
 */
export function createChainVerifier(network: Network, budget: Budget, closing: AbortSignal) {
  const underWay = new Map<
    Endpoint,
    { check: Promise<Failure | undefined>; waiting: number; abort: () => void }
  >()
  return async (endpoint: Endpoint, signal: AbortSignal, force = false): Promise<Failure | undefined> => {
    const mine = underWay.get(endpoint) ?? begin(endpoint, force)
    mine.waiting++
    // Others may be waiting for the same answer, so it is given up with the last of them.
    const stopListening = onAbort(signal, () => {
      if (--mine.waiting > 0) return
      if (underWay.get(endpoint) === mine) underWay.delete(endpoint)
      mine.abort()
    })
    try {
      const failure = await mine.check
      return signal.aborted ? undefined : failure
    } finally {
      stopListening()
    }
  }

  function begin(endpoint: Endpoint, force: boolean) {
    // Thrown at who asks first, before others join: some may go over the budget.
    budget.spend(1, { force })
    const controller = new AbortController()
    const abort = () => {
      controller.abort()
    }
    const stopListening = onAbort(closing, abort)
    const check = ask(endpoint, controller.signal).finally(() => {
      stopListening()
      if (underWay.get(endpoint) === entry) underWay.delete(endpoint)
    })
    const entry = { check, waiting: 0, abort }
    underWay.set(endpoint, entry)
    return entry
  }

  async function ask(endpoint: Endpoint, signal: AbortSignal): Promise<Failure | undefined> {
    const call = { method: 'eth_chainId', params: [] }
    const reply = await endpoint.wire.send([call], signal)
    const outcome: Outcome | undefined = 'outcomes' in reply ? reply.outcomes[0] : undefined
    // Nothing was said about the network, which is no reason to believe in it.
    if (!outcome)
      return 'error' in reply
        ? { ok: false, error: reply.error, scope: 'endpoint', mayHaveRun: false }
        : malformed(endpoint, 'There is no answer to the question for the chain id.')
    if (!outcome.ok) {
      const { kind, code } = outcome.error
      if (kind === 'wrong-network' || foreign.has(code ?? 0)) return wrong(endpoint, outcome.error.details)
      // The check says something about the endpoint even where the same words on a call would not.
      return { ...outcome, scope: 'endpoint', mayHaveRun: false }
    }
    if (typeof outcome.result !== 'string' || !/^0x[0-9a-f]{1,16}$/i.test(outcome.result))
      return malformed(endpoint, 'The chain id is no number.')
    const chainId = BigInt(outcome.result)
    if (chainId !== BigInt(network.id))
      return wrong(endpoint, `It says chain id ${chainId}; ${network.name} has ${network.id}.`)
    endpoint.verified = true
    return undefined
  }

  function malformed({ name }: Endpoint, message: string): Failure {
    const error = classify({ endpoint: name, method: 'eth_chainId', kind: 'malformed', message })
    return { ok: false, error, scope: 'endpoint', mayHaveRun: false }
  }

  function wrong(endpoint: Endpoint, details: string | undefined): Failure {
    const error = new NodeError(`${endpoint.name} does not serve ${network.name}.`, {
      kind: 'wrong-network',
      method: 'eth_chainId',
      endpoint: endpoint.name,
      advice: "It is set aside. Check the endpoint's URL, or the network it was given for.",
      details,
    })
    endpoint.quarantine(error)
    return { ok: false, error, scope: 'endpoint', mayHaveRun: false }
  }
}
