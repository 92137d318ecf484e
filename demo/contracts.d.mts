import type { Abi, Address, Hex } from 'viem'
import type { Rpc } from './createRpc.mjs'

export type ContractKey =
  | 'harbour'
  | 'copper'
  | 'postcards'
  | 'materials'
  | 'exchange'
  | 'registry'
  | 'oddities'
  | 'hostile'

export interface DemoContract {
  readonly key: ContractKey
  readonly label: string
  readonly address: Address
  readonly abi: Abi
  /** Of tokens with decimals. */
  readonly symbol: string | undefined
  readonly decimals: number | undefined
}

export interface Artifact {
  readonly contractName: string
  readonly abi: Abi
  readonly bytecode: Hex
}

/** An artifact of demo/artifacts. */
export function readArtifact(name: string): Artifact

/** Deploys all contracts from the node's first account. The node must support `evm_mine`. */
export function deployContracts(rpc: Rpc): Promise<DemoContract[]>
