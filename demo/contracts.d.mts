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
  /** Of tokens that are counted in units. */
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

/** Deploys all contracts from the node's first account. Needs a node that mines when told to. */
export function deployContracts(rpc: Rpc): Promise<DemoContract[]>
