import type { TestEndpoint } from '../../src/testing/TestEndpoint.ts'

/** Makes an endpoint claim a head a million blocks too high. */
export function claimFar(endpoint: TestEndpoint): void {
  const { chain } = endpoint
  const number = `0x${(chain.head + 1_000_000n).toString(16)}`
  endpoint.faults = {
    respond: ({ method, params }) =>
      method === 'eth_getBlockByNumber' && params[0] === 'latest'
        ? { result: { ...endpoint.header(chain.block(Number(chain.head))!), number } }
        : undefined,
  }
}
