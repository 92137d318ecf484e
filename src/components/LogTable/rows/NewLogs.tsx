'use client'
import { formatNumber } from '../../strings/formatNumber.ts'
import { useStrings } from '../../strings/useStrings.ts'
import { Button } from '../../ui/Button.tsx'
import * as icons from '../../ui/icons.tsx'
import { logTableStrings } from '../model/logTableStrings.ts'
import type { ScrollStore } from '../scroll/ScrollStore.ts'

/** A button that shows how many logs arrived out of view and scrolls to them. */
export function NewLogs({ count, store }: { count: number; store: ScrollStore }) {
  const strings = useStrings(logTableStrings)
  const atStart = store.newestAt === 'start'
  return (
    <Button
      kind="primary"
      className="topic0-new-logs"
      data-at={store.newestAt}
      onClick={() => store.scrollTo(atStart ? 0 : Number.MAX_SAFE_INTEGER)}
    >
      {atStart ? icons.up : icons.down}
      {strings.newLogs(formatNumber(count, strings.locale))}
    </Button>
  )
}
