import { lazyModule } from '../../rpc/lazyModule.ts'
import type { scan } from './scan.ts'

const scanModule = /* @__PURE__ */ lazyModule(() => import('./scan.ts'))

/**
 * Reads history (`eth_getLogs`): splits the range into chunks of a size that it learns, reads them from all endpoints of
 * the network in parallel, verifies each log, and yields logs in order. A block counts as read only if the endpoint that
 * answered had it. Once per session, one block (`eth_getBlockByNumber`) confirms that a persisted cache is of the same
 * chain, along with the head (`eth_blockNumber`). Its code is loaded with the first scan.
 *
 * @throws {@link InvalidQueryError} before any request; {@link NodeError} when the head or the chain could not be read;
 * {@link ModuleLoadError} when its code could not be loaded; the signal's reason when it fires.
 *
 * @example
 * for await (const event of scan(client, { address: token, events: [transfer], fromBlock: 1_000_000n }))
 *   if (event.type === 'logs') console.log(event.range, event.logs.length)
 */
export const lazyScan = async function* (...parameters: Parameters<typeof scan>) {
  const loaded = await scanModule.load()
  yield* loaded.scan(...parameters)
} as typeof scan
