import type { AbiParameter } from 'viem'

/** A type as Solidity writes it in a signature: `uint256`, `address[]`, `(uint256,bool)[2]`. */
export function typeName(parameter: AbiParameter): string {
  const { type } = parameter
  if (!type.startsWith('tuple')) return type === 'uint' || type === 'int' ? `${type}256` : type
  const components = (parameter as { components?: readonly AbiParameter[] }).components ?? []
  return `(${components.map(typeName).join(',')})${type.slice(5)}`
}
