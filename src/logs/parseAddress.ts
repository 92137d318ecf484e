import { checksumAddress, isAddress } from 'viem'
import type { Address } from 'viem'

/** An address in lower case, or what is wrong with it in one sentence. */
export function parseAddress(input: unknown): { address: Address } | { problem: string } {
  if (typeof input !== 'string') return { problem: `An address is text, but this is ${describe(input)}.` }
  const text = input.trim()
  if (text === '') return { problem: 'An address is expected: 0x and 40 hex digits.' }
  if (!/^0x/i.test(text)) return { problem: 'An address begins with 0x.' }
  const digits = text.slice(2)
  const strange = /[^0-9a-f]/i.exec(digits)?.[0]
  if (strange !== undefined)
    return { problem: `An address has only hex digits after 0x, but this has ${JSON.stringify(strange)}.` }
  if (digits.length !== 40) return { problem: `40 hex digits expected after 0x, ${digits.length} found.` }
  const address = `0x${digits.toLowerCase()}` as Address
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (mixed && !isAddress(`0x${digits}`))
    return {
      problem: `The capitals do not fit this address: a digit may be mistyped. If it is right, write ${checksumAddress(address)}.`,
    }
  return { address }
}

function describe(input: unknown): string {
  return input === null ? 'null' : Array.isArray(input) ? 'a list' : `a ${typeof input}`
}
