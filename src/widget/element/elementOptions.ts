import { InvalidAttributeError } from '../../errors/InvalidAttributeError.ts'
import { textProblem } from '../../logs/filter/formats/textProblem.ts'
import { formatInput } from '../../logs/filter/inputProblem.ts'
import { abiLookup } from '../../logs/lookup/abiLookup.ts'
import { signatureLookup } from '../../logs/lookup/signatureLookup.ts'
import type { LogExplorerProps } from '../LogExplorer.tsx'

/** The attributes of `<log-explorer>` that set options. */
export const optionAttributes = [
  'url-state',
  'confirm-above',
  'polling-interval',
  'signature-lookup',
  'abi-lookup',
] as const

export type ElementOptions = Pick<
  LogExplorerProps,
  'urlState' | 'confirmAbove' | 'pollingInterval' | 'lookups'
>

/**
 * Reads the options of `<log-explorer>` from its attributes. Absent ones are left out.
 *
 * @throws {@link InvalidAttributeError} naming the invalid attribute.
 */
export function elementOptions(
  attribute: (name: (typeof optionAttributes)[number]) => string | null,
): ElementOptions {
  const numberOf = (name: 'confirm-above' | 'polling-interval', least: number) => {
    const text = attribute(name)
    if (text === null) return undefined
    const value = Number(text)
    if (text.trim() === '' || !Number.isFinite(value) || value < least)
      throw new InvalidAttributeError({
        path: name,
        ...textProblem('attribute-number', `${least}`, formatInput(text)),
      })
    return value
  }
  const url = (name: 'signature-lookup' | 'abi-lookup') => {
    const text = attribute(name)
    if (!text) return text ?? undefined
    const href = URL.canParse(text, document.baseURI) ? new URL(text, document.baseURI).href : ''
    if (/^https?:/.test(href)) return href
    throw new InvalidAttributeError({ path: name, ...textProblem('attribute-service') })
  }
  const signatures = url('signature-lookup')
  const abis = url('abi-lookup')
  const lookups = [
    ...(abis ? [abiLookup({ url: abis })] : []),
    ...(signatures === undefined ? [] : [signatureLookup({ url: signatures || undefined })]),
  ]
  const confirmAbove = numberOf('confirm-above', 0)
  const pollingInterval = numberOf('polling-interval', 500)
  return {
    ...(isOn(attribute('url-state')) && { urlState: true }),
    ...(confirmAbove !== undefined && { confirmAbove }),
    ...(pollingInterval !== undefined && { pollingInterval }),
    ...(lookups.length > 0 && { lookups }),
  }
}

/** Whether a boolean attribute is set, unless to "false". */
export function isOn(attribute: string | null): boolean {
  return attribute !== null && attribute !== 'false'
}
