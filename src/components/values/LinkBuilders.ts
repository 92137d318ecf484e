import type { Address, Hash } from 'viem'

/** Where to read more about a block, a transaction or an address. What is no `https:` URL is not linked. */
export interface LinkBuilders {
  readonly block?: ((block: bigint) => string | undefined) | undefined
  readonly transaction?: ((hash: Hash) => string | undefined) | undefined
  readonly address?: ((address: Address) => string | undefined) | undefined
}
