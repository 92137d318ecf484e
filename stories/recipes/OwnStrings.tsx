import { LogGroups, StringsProvider } from '../../src/components.ts'
import { german } from '../../src/strings/de.ts'
import type { LogList, LogRow } from '../../src/components.ts'

/** A language that is shipped, and a word of your own. A whole language of yours is a `Strings`: the compiler misses no word. */
export function OwnStrings({ logs }: { logs: LogList<LogRow> }) {
  return (
    <StringsProvider strings={{ ...german, contract: 'Münze' }}>
      <LogGroups logs={logs} limit={8} />
    </StringsProvider>
  )
}
