import { addressBookStrings } from '../AddressBook/addressBookStrings.ts'
import { exportStrings } from '../ExportMenu/exportStrings.ts'
import { logDetailsStrings } from '../LogDetails/logDetailsStrings.ts'
import { logGroupsStrings } from '../LogGroups/logGroupsStrings.ts'
import { tableToolsStrings } from '../LogTable/model/tableToolsStrings.ts'
import { queryCodeStrings } from '../QueryCode/queryCodeStrings.ts'
import { requestLogStrings } from '../RequestLog/requestLogStrings.ts'
import { estimateStrings } from '../ScanEstimate/estimateStrings.ts'
import { budgetStrings } from '../status/budgetStrings.ts'
import { coverageStrings } from '../status/coverageStrings.ts'
import { liveStrings } from '../status/liveStrings.ts'
import { explorerStrings } from './explorerStrings.ts'
import { searchStrings } from './searchStrings.ts'

/** All texts of all components, in English. Translations have the same keys. */
export const english = {
  locale: 'en',
  ...explorerStrings,
  ...budgetStrings,
  ...coverageStrings,
  ...liveStrings,
  ...logDetailsStrings,
  ...tableToolsStrings,
  ...logGroupsStrings,
  ...exportStrings,
  ...estimateStrings,
  ...queryCodeStrings,
  ...requestLogStrings,
  ...addressBookStrings,
  ...searchStrings,
}

/** All texts of the components. A translation has all of them; {@link StringsProvider} replaces some. */
export type Strings = Readonly<typeof english>

/** Some of the texts, including nested ones. */
export type PartialStrings = {
  readonly [Key in keyof Strings]?:
    | (Strings[Key] extends string | ((...values: never) => string) ? Strings[Key] : Partial<Strings[Key]>)
    | undefined
}
