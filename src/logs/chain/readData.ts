import { numberToHex, type Client, type Hex } from 'viem'
import { NodeError } from '../../errors/NodeError.ts'
import { getResumedPool } from '../../rpc/pool/getPool.ts'

/**
 * Reads data at a block: code, storage, or the result of a call.
 *
 * @throws {@link NodeError} if no endpoint can answer; the signal's reason once it fires.
 */
export async function readData(
  client: Client,
  method: string,
  params: readonly unknown[],
  signal: AbortSignal | undefined,
  block: bigint | 'latest' = 'latest',
): Promise<Hex> {
  const call = { method, params: [...params, block === 'latest' ? block : numberToHex(block)] }
  const { result, endpoint } = await getResumedPool(client).request<unknown>(call, {
    signal,
    reason: 'lookup',
  })
  if (typeof result === 'string' && /^0x[0-9a-f]*$/i.test(result)) return result.toLowerCase() as Hex
  throw new NodeError(`${endpoint} answered ${method} with something that is not data.`, {
    kind: 'malformed',
    method,
    endpoint,
    advice: 'Use another endpoint.',
  })
}
