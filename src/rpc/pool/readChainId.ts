import { classify } from '../classify/classify.ts'
import { findSecrets } from '../classify/findSecrets.ts'
import { systemClock } from '../Clock.ts'
import { HttpWire } from '../http/HttpWire.ts'
import { readQuantity } from '../parseQuantity.ts'
import { Socket } from '../socket/Socket.ts'
import { SocketWire } from '../socket/SocketWire.ts'
import type { Wire } from '../Wire.ts'

const timeout = 10_000
const maxBytes = 65_536

/**
 * Reads the chain id of an endpoint whose network is not known yet (`eth_chainId`), in a single attempt.
 *
 * @throws {@link NodeError} if it gives none within ten seconds.
 */
export async function readChainId(url: string, signal: AbortSignal): Promise<number> {
  const name = URL.canParse(url) ? new URL(url).host : 'endpoint'
  const wire = openWire(url, name)
  const call = { method: 'eth_chainId', params: [] }
  try {
    const [outcome] = await wire.send([call], signal)
    signal.throwIfAborted()
    if (outcome && 'error' in outcome) throw outcome.error
    const id = Number(readQuantity(outcome?.result) ?? Number.NaN)
    if (Number.isSafeInteger(id) && id > 0) return id
    throw classify({
      endpoint: name,
      method: call.method,
      kind: 'malformed',
      message: 'The reply has no chain id.',
    })
  } finally {
    wire.close()
  }
}

function openWire(url: string, name: string): Wire {
  const clock = systemClock
  const { fetch } = globalThis
  if (/^http/i.test(url))
    return new HttpWire(url, { name, fetch, clock, timeout, maxResponseBytes: maxBytes })
  const socket = new Socket(url, { name, clock, random: Math.random, timeout, maxFrameBytes: maxBytes })
  return new SocketWire(socket, { name, clock, secrets: findSecrets(url), timeout })
}
