declare module 'virtual:demo' {
  import type { Abi, Address } from 'viem'
  import type { HardMode } from './HardModePanel.tsx'

  /** The networks and contracts to show. */
  export const demo: {
    readonly networks: readonly {
      readonly chainId: number
      readonly name: string
      readonly currency: { readonly name: string; readonly symbol: string; readonly decimals: number }
      readonly http: readonly string[]
      readonly webSocket?: string
      readonly finality?: number
      readonly dailyQuota?: number
      /** The manifest of an archive of its older blocks. */
      readonly archive?: string
    }[]
    readonly contracts: readonly {
      readonly key: string
      readonly label: string
      readonly address: Address
      readonly abi: Abi
      readonly symbol?: string
      readonly decimals?: number
    }[]
    /** Where the ABIs of `--abi` are served. */
    readonly abis?: string
    /** Whether to offer the signature service. */
    readonly lookup: boolean
    /** The switches of hard mode; only with the demo's own chain. */
    readonly hardMode?: HardMode
  }
}
