import type { AddressBookEntry } from '../../components/AddressBook/AddressBookEntry.ts'
import type { KnownContract } from '../../components/FilterBuilder/draft/KnownContract.ts'
import { shortHex } from '../../components/values/shortHex.ts'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import { validItems } from '../../logs/filter/isEvent.ts'
import type { ExplorerAbi } from './ExplorerAbi.ts'

/** An ABI, of one contract or of any. */
export type ContractAbi = Pick<Partial<KnownContract>, 'address' | 'abi'>

/** Known contracts, from all sources. */
export interface ExplorerContracts {
  /** Each address once, with the ABIs of all sources. */
  readonly contracts: readonly KnownContract[]
  /** The ABIs to decode with: those of contracts, then those without an address. */
  readonly abis: readonly ContractAbi[]
  /** Those without an address. */
  readonly looseAbis: readonly ExplorerAbi[]
  /** Those of the page, without invalid items. */
  readonly pageAbis: readonly ExplorerAbi[]
  readonly labels: Readonly<Record<string, string>>
  readonly tokens: Readonly<Record<string, TokenUnit>>
}

/** Joins what the user keeps, the contracts of the page and its further ABIs, in this order of precedence. */
export function explorerContracts(
  given: readonly KnownContract[],
  abis: readonly ExplorerAbi[],
  kept: readonly AddressBookEntry[],
): ExplorerContracts {
  const labels: Record<string, string> = {}
  const tokens: Record<string, TokenUnit> = {}
  const joined = new Map<string, KnownContract>()
  const add = ({ label, ...contract }: Omit<KnownContract, 'label'> & { label: string | undefined }) => {
    const { address, abi, decimals, symbol = label ?? '' } = contract
    const key = address.toLowerCase()
    const before = joined.get(key)
    if (label) labels[key] ??= label
    if (decimals !== undefined) tokens[key] ??= { decimals, symbol }
    joined.set(key, {
      ...contract,
      ...before,
      label: labels[key] ?? shortHex(address),
      abi: [...(before?.abi ?? []), ...validItems(abi)],
    })
  }
  for (const { address, name, abi, token } of kept) {
    if (token) tokens[address] = token
    // Many tokens may be kept for their unit only: forms do not offer these.
    if (name !== undefined || abi) add({ address, label: name, abi, ...token })
  }
  for (const contract of given) add(contract)
  const pageAbis = abis.map((one) => ({ ...one, abi: validItems(one.abi) }))
  for (const { address, abi, name } of pageAbis) if (address) add({ address, abi, label: name })
  const contracts = [...joined.values()]
  const looseAbis = pageAbis.filter(({ address }) => !address)
  return { contracts, abis: [...contracts, ...looseAbis], looseAbis, pageAbis, labels, tokens }
}
