import { checksumAddress, isAddress, type Address } from 'viem'
import { inputProblem, formatInput, type InputProblem } from './inputProblem.ts'

/** Parses an address to lower case, or returns its problem. */
export function parseAddress(input: unknown): { address: Address } | { problem: InputProblem } {
  if (typeof input !== 'string') return { problem: inputProblem('address-text', formatInput(input)) }
  const text = input.trim()
  if (text === '') return { problem: inputProblem('address-missing') }
  if (!/^0x/i.test(text)) return { problem: inputProblem('address-prefix') }
  const digits = text.slice(2)
  const strange = /[^0-9a-f]/i.exec(digits)?.[0]
  if (strange !== undefined) return { problem: inputProblem('address-digit', formatInput(strange)) }
  if (digits.length !== 40) return { problem: inputProblem('hex-digits', '40', `${digits.length}`) }
  const address = `0x${digits.toLowerCase()}` as Address
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (mixed && !isAddress(`0x${digits}`))
    return { problem: inputProblem('address-capitals', checksumAddress(address)) }
  return { address }
}
