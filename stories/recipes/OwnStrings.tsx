import { LogGroups, StringsProvider, type LogList, type LogRow } from '../../src/components.ts'
import { german } from '../../src/strings/de.ts'

/** A shipped language with one text replaced. For another language, write a complete `Strings`, which the compiler checks. */
export function OwnStrings({ logs }: { logs: LogList<LogRow> }) {
  return (
    <StringsProvider strings={{ ...german, contract: 'Münze' }}>
      <LogGroups logs={logs} limit={8} />
    </StringsProvider>
  )
}
