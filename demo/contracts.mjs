// The demo's contracts: which are deployed, in which order, under which label. Labels are short, because tables show them.
import { readFileSync } from 'node:fs'
import { concatHex, encodeAbiParameters, getAddress, numberToHex } from 'viem'

const token = [{ type: 'string' }, { type: 'string' }, { type: 'uint8' }]
const pair = [{ type: 'address' }, { type: 'address' }]

const plan = [
  {
    key: 'harbour',
    label: 'Harbour',
    artifact: 'Token',
    symbol: 'HRB',
    decimals: 18,
    with: () => encodeAbiParameters(token, ['Harbour', 'HRB', 18]),
  },
  {
    key: 'copper',
    label: 'Copper',
    artifact: 'Token',
    symbol: 'CPR',
    decimals: 6,
    with: () => encodeAbiParameters(token, ['Copper', 'CPR', 6]),
  },
  { key: 'postcards', label: 'Postcards', artifact: 'Collectible' },
  { key: 'materials', label: 'Materials', artifact: 'Items' },
  {
    key: 'exchange',
    label: 'Exchange',
    artifact: 'Exchange',
    with: ({ harbour, copper }) => encodeAbiParameters(pair, [harbour, copper]),
  },
  { key: 'registry', label: 'Registry', artifact: 'Registry' },
  { key: 'oddities', label: 'Oddities', artifact: 'Oddities' },
  { key: 'hostile', label: 'Hostile', artifact: 'Hostile' },
]

/** An artifact of demo/artifacts: `{ contractName, abi, bytecode }`. */
export function readArtifact(name) {
  return JSON.parse(readFileSync(new URL(`artifacts/${name}.json`, import.meta.url), 'utf8'))
}

/** Deploys all contracts from the node's first account. The node must support `evm_mine`. */
export async function deployContracts(rpc) {
  const [from] = await rpc.request('eth_accounts')
  const addresses = {}
  const contracts = []
  for (const { key, label, artifact, symbol, decimals, with: args } of plan) {
    const { abi, bytecode } = readArtifact(artifact)
    const data = args ? concatHex([bytecode, args(addresses)]) : bytecode
    const hash = await rpc.request('eth_sendTransaction', [{ from, data, gas: numberToHex(10_000_000) }])
    await rpc.request('evm_mine', [])
    const receipt = await rpc.request('eth_getTransactionReceipt', [hash])
    if (receipt?.status !== '0x1') throw new Error(`The contract ${artifact} could not be deployed.`)
    addresses[key] = getAddress(receipt.contractAddress)
    contracts.push({ key, label, address: addresses[key], abi, symbol, decimals })
  }
  return contracts
}
