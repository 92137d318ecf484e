import { traceUrl } from '../../components/LogDetails/traceUrl.ts'
import type { LinkBuilders } from '../../components/values/LinkBuilders.ts'
import type { Network } from '../../rpc/networks/Network.ts'

/** Links to traces on the network's block explorer. A Blockscout at an address of its own is recognized by its name. */
export function traceLinks({ blockExplorers }: Network): LinkBuilders {
  const explorer = blockExplorers?.default
  return { trace: (hash) => explorer && traceUrl(hash, explorer, undefined) }
}
