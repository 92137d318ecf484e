import type { Address, Client, Hex } from 'viem'
import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import { NodeError } from '../../errors/NodeError.ts'
import { readData } from '../chain/readData.ts'
import { maxSymbolLength, type TokenUnit } from '../decode/TokenUnit.ts'
import { parseAddress } from '../filter/parseAddress.ts'
import { isRevert } from './isRevert.ts'

export interface ReadTokenUnitsOptions {
  /** Aborts the read: nothing is sent after it fires. */
  signal?: AbortSignal | undefined
}

/** The selectors of `decimals()` and `symbol()`. */
const decimalsCall = '0x313ce567'
const symbolCall = '0x95d89b41'

/**
 * Reads the units of tokens: their `decimals()` and `symbol()` (`eth_call`), all in one batch if possible. Resolves
 * to the units by address in lower case. Contracts without `decimals()` are absent; a symbol that cannot be read is
 * empty. Symbols are untrusted text: any contract may claim any symbol.
 *
 * @throws {@link InvalidQueryError} if an address is invalid; {@link NodeError} if no endpoint can answer; the
 * signal's reason once it fires.
 *
 * @example
 * const units = await readTokenUnits(client, [token])
 */
export async function readTokenUnits(
  client: Client,
  addresses: readonly Address[],
  { signal }: ReadTokenUnitsOptions = {},
): Promise<ReadonlyMap<string, TokenUnit>> {
  const wanted = new Set(
    addresses.map((given, at) => {
      const parsed = parseAddress(given)
      if ('problem' in parsed) throw new InvalidQueryError([{ path: `addresses[${at}]`, ...parsed.problem }])
      return parsed.address
    }),
  )
  const call = async (to: Address, data: Hex): Promise<string> => {
    try {
      return (await readData(client, 'eth_call', [{ to, data }], signal)).slice(2)
    } catch (error) {
      if (error instanceof NodeError && isRevert(error)) return ''
      throw error
    }
  }
  const read = await Promise.all(
    [...wanted].map(async (address) => {
      const [decimals, symbol] = await Promise.all([call(address, decimalsCall), call(address, symbolCall)])
      return { address, decimals: parseDecimals(decimals), symbol: parseSymbol(symbol) }
    }),
  )
  return new Map(
    read.flatMap(({ address, decimals, symbol }) =>
      decimals === undefined ? [] : [[address, { symbol, decimals }] as const],
    ),
  )
}

/** A `uint8`, as Solidity checks it: a larger number belongs to another function. */
function parseDecimals(hex: string): number | undefined {
  return /^0{62}/.test(hex) && hex.length >= 64 ? Number.parseInt(hex.slice(62, 64), 16) : undefined
}

/** A `string`, or a `bytes32` as in the oldest tokens. Only its start is decoded, however long it is. */
function parseSymbol(hex: string): string {
  const start = hex.length === 64 ? 0 : 2 * wordAt(hex, 0) + 64
  const length = hex.length === 64 ? 32 : wordAt(hex, start / 2 - 32)
  // A character has at most four bytes.
  const digits = hex.slice(start, start + 2 * Math.min(length, 4 * maxSymbolLength))
  if (Number.isNaN(start) || Number.isNaN(length)) return ''
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  const text = new TextDecoder().decode(bytes).replace(/\0+$/, '').trim()
  return text.slice(0, maxSymbolLength)
}

/** A small number in a word, or `NaN`. */
function wordAt(hex: string, byte: number): number {
  const word = hex.slice(2 * byte, 2 * byte + 64)
  return /^0{56}[0-9a-f]{8}$/i.test(word) ? Number.parseInt(word, 16) : Number.NaN
}
