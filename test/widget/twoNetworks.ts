import { createLogsConfig } from '../../src/query/createLogsConfig.ts'
import { xone } from '../../src/rpc/networks/xone.ts'
import { xoneTestnet } from '../../src/rpc/networks/xoneTestnet.ts'
import { clientOf } from '../support/clientOf.ts'
import { createFakeNode, type FakeNodeOptions } from '../support/fakeNode.ts'

/** A config with Xone and its testnet, each on a node of its own. */
export function twoNetworks(options: readonly [FakeNodeOptions, FakeNodeOptions] = [{}, {}]) {
  const nodes = [xone, xoneTestnet].map(({ id }, at) =>
    createFakeNode({ chainId: id, blocks: 300, logsPerBlock: 1, ...options[at] }),
  )
  const clients = [xone, xoneTestnet].map((chain, at) => clientOf(nodes[at]!, { finality: 10 }, {}, chain))
  return {
    nodes,
    clients,
    config: createLogsConfig({ networks: clients.map(({ chain }) => chain), clients }),
  }
}
