/** A number in units of `decimals` digits, as viem's `formatUnits` writes it: apps may show amounts without loading viem. */
export function formatUnits(value: bigint, decimals: number): string {
  const sign = value < 0n ? '-' : ''
  const digits = `${value < 0n ? -value : value}`.padStart(decimals + 1, '0')
  const point = digits.length - decimals
  const part = digits.slice(point).replace(/0+$/, '')
  return `${sign}${digits.slice(0, point)}${part && `.${part}`}`
}
