import { cellStrings } from '../strings/cellStrings.ts'
import { commonStrings } from '../strings/commonStrings.ts'
import { lateStrings } from '../strings/lateStrings.ts'
import { logStrings } from '../strings/logStrings.ts'
import type { Localized } from '../strings/useStrings.ts'
import { decodedStrings } from '../values/decodedStrings.ts'

/** Texts of `LogGroups`. */
export const logGroupsStrings = {
  ...commonStrings,
  ...lateStrings,
  ...cellStrings,
  ...logStrings,
  ...decodedStrings,
  groups: 'Log groups',
  network: 'Network',
  groupBy: 'Group by',
  sumOf: 'Sum',
  sumOfNumber: (name: string) => `Sum of ${name}`,
  noSum: 'None',
  sumOfSeveral: 'several contracts',
  sumOfSeveralHelp: 'Contracts may use different units, so their amounts are not added up.',
  counting: 'Counting…',
  groupCount: (count: string) => (count === '1' ? '1 group' : `${count} groups`),
  /** While blocks are missing. */
  groupsSoFar: (count: string) => (count === '1' ? '1 group so far' : `${count} groups so far`),
  showMore: 'Show more',
  otherGroups: (count: string) => (count === '1' ? '1 other' : `${count} others`),
  firstBlock: 'First block',
  lastBlock: 'Last block',
}

export type LogGroupsStrings = Localized<typeof logGroupsStrings>
