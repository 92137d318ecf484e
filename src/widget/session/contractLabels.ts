import type { KnownContract } from '../../components/FilterBuilder/draft/KnownContract.ts'
import type { TokenUnit } from '../../components/values/TokenUnit.ts'

/** Labels and token units of contracts, by address. */
export function contractLabels(contracts: readonly KnownContract[]) {
  const labels = Object.fromEntries(contracts.map(({ address, label }) => [address, label]))
  const tokens: Record<string, TokenUnit> = Object.fromEntries(
    contracts.flatMap(({ address, decimals, label, symbol = label }) =>
      decimals === undefined ? [] : [[address, { decimals, symbol }]],
    ),
  )
  return { labels, tokens }
}
