import { countsSomething, isIdentifier } from '../values/amounts.ts'
import type { DecodedCall } from './searchStates.ts'

/** Functions of ERC-20 that take an amount of their own token. */
const functions = new Set([
  'transfer(address,uint256)',
  'transferFrom(address,address,uint256)',
  'approve(address,uint256)',
  'increaseAllowance(address,uint256)',
  'decreaseAllowance(address,uint256)',
])
/** Errors of ERC-6093 that say how much of the token there was, and how much is needed. */
const errors = new Set([
  'ERC20InsufficientBalance(address,uint256,uint256)',
  'ERC20InsufficientAllowance(address,uint256,uint256)',
])

/** Whether an ERC-20 function is called: amounts in its errors are then in the unit of that token. */
export const isTokenCall = ({ signature }: DecodedCall): boolean => functions.has(signature)

/** Whether a number is an amount of the called token. ERC-721 has functions of the same types, which take an id. */
export function isCallAmount({ signature, args }: DecodedCall, position: number): boolean {
  const { name, value } = args[position]!
  return (
    typeof value === 'bigint' &&
    (functions.has(signature) || errors.has(signature)) &&
    !isIdentifier({ name })
  )
}

/** Whether a number counts something, rather than naming it. */
export function isCallQuantity(call: DecodedCall, position: number): boolean {
  const { name } = call.args[position]!
  return isCallAmount(call, position) || (!isIdentifier({ name }) && countsSomething(name))
}
