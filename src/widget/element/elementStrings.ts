import { german } from '../../components/strings/german.ts'
import type { Strings } from '../../components/strings/strings.ts'

/** The words for a language as pages name it, `de-AT`; none where there are only the English ones. */
export function elementStrings(language: string | undefined): Strings | undefined {
  return /^de(-|$)/i.test(language ?? '') ? german : undefined
}
