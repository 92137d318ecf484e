import type { Hash } from 'viem'
import type { Pool } from '../../rpc/Pool.ts'
import { readHash } from '../cache/identifyChain.ts'
import type { ArchiveFile, ArchiveManifest } from './ArchiveManifest.ts'

/** Checks an archive's files against the chain, and remembers the results. */
export class ChainChecks {
  /** By number and hash. */
  readonly #blocks = new Map<string, boolean>()
  readonly #mustAnswer: boolean

  /** `mustAnswer`: an error of the nodes is thrown. Otherwise, no file counts as confirmed then. */
  constructor({ mustAnswer = false } = {}) {
    this.#mustAnswer = mustAnswer
  }

  /**
   * Compares the last blocks of the files, and block 0, with the chain (`eth_getBlockByNumber`, in one batch). A file needs
   * no call if the next file states its last hash as parent hash. Resolves to the files that a node confirms; `undefined`
   * if block 0 differs.
   */
  async confirm(
    pool: Pool,
    { genesisHash }: ArchiveManifest,
    files: readonly ArchiveFile[],
    signal: AbortSignal | undefined,
  ): Promise<readonly ArchiveFile[] | undefined> {
    const chains: ArchiveFile[][] = []
    for (const file of files) {
      const last = chains.at(-1)?.at(-1)
      const continues = last && last.toBlock + 1 === file.fromBlock && last.lastBlockHash === file.parentHash
      if (continues) chains.at(-1)!.push(file)
      else chains.push([file])
    }
    const tops = chains.map((chain) => chain.at(-1)!)
    const [isSame, ...confirmed] = await Promise.all([
      this.#isOnChain(pool, 0, genesisHash, signal),
      ...tops.map(({ toBlock, lastBlockHash }) => this.#isOnChain(pool, toBlock, lastBlockHash, signal)),
    ])
    if (isSame === false) return undefined
    return isSame ? chains.filter((_, at) => confirmed[at]).flat() : []
  }

  forget(): void {
    this.#blocks.clear()
  }

  /** `undefined` if no node can tell. */
  async #isOnChain(
    pool: Pool,
    number: number,
    hash: Hash,
    signal: AbortSignal | undefined,
  ): Promise<boolean | undefined> {
    const key = `${number}:${hash}`
    const known = this.#blocks.get(key)
    if (known !== undefined) return known
    try {
      const shown = await readHash(pool, BigInt(number), signal)
      if (shown.hash === undefined) return undefined
      this.#blocks.set(key, shown.hash === hash)
      return shown.hash === hash
    } catch (error) {
      signal?.throwIfAborted()
      if (this.#mustAnswer) throw error
      return undefined
    }
  }
}
