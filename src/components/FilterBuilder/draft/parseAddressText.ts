import type { Address } from 'viem'
import { parseAddress } from '../../../logs/filter/parseAddress.ts'
import { inputWords } from '../../strings/errorWords.ts'
import type { FilterStrings } from './filterStrings.ts'
import type { KnownContract } from './KnownContract.ts'

/** One entered contract: its address or its problem. */
export interface AddressEntry {
  readonly text: string
  readonly address?: Address | undefined
  readonly problem?: string | undefined
}

/** Parses addresses separated by commas, spaces or lines. Accepts explorer links and labels of known contracts. */
export function parseAddressText(
  text: string,
  contracts: readonly KnownContract[],
  strings: FilterStrings,
): readonly AddressEntry[] {
  // A label that looks like an address must not stand for another one.
  const byLabel = (label: string) =>
    isBare.test(label.replace(/^0x/i, ''))
      ? undefined
      : contracts.find((contract) => contract.label.toLowerCase() === label.toLowerCase())?.address
  return text
    .split(/[,\n;]+/)
    .map((part) => part.trim())
    .filter(Boolean)
    .flatMap((part) => {
      const labeled = byLabel(part)
      if (labeled) return [{ text: part, address: labeled.toLowerCase() as Address }]
      return part.split(/\s+/).map((word) => parseWord(word, byLabel(word), strings))
    })
}

const isBare = /^[0-9a-f]{40}$/i

function parseWord(text: string, labeled: Address | undefined, strings: FilterStrings): AddressEntry {
  if (labeled) return { text, address: labeled.toLowerCase() as Address }
  const linked = /^https?:\/\/.*?(0x[0-9a-f]{40})(?![0-9a-f])/i.exec(text)?.[1]
  const bare = isBare.test(text) ? `0x${text}` : text
  if (!linked && !/^0x/i.test(bare))
    return { text, problem: strings.issues.unknownContract(text.slice(0, 40)) }
  const parsed = parseAddress(linked ?? bare)
  return 'problem' in parsed ? { text, problem: inputWords(parsed.problem, strings) } : { text, ...parsed }
}
