'use client'
import { Notice } from '../status/Notice.tsx'
import { useStrings } from '../strings/useStrings.ts'
import * as icons from '../ui/icons.tsx'
import { RequestButton } from '../ui/RequestButton.tsx'
import { visibleText } from '../values/visibleText.ts'
import { logDetailsStrings } from './logDetailsStrings.ts'
import type { EventSearchState } from './searchStates.ts'

/** Looks up an event on demand, and shows what is sent to which service. */
export function LookupSection({ lookup }: { lookup: EventSearchState }) {
  const strings = useStrings(logDetailsStrings)
  const { status, services, error, onLookUp } = lookup
  if (services.length === 0) return null
  const requests = services.map(({ name, by }) =>
    by === 'topic'
      ? strings.lookUpSendsTopic(visibleText(name))
      : strings.lookUpSendsAddress(visibleText(name)),
  )
  return (
    <div className="topic0-lookup" data-state={status}>
      {status === 'error' && error && <Notice state="failed" error={error} />}
      {status === 'success' && <p className="topic0-muted">{strings.lookUpNothing}</p>}
      <RequestButton status={status} icon={icons.search} loading={strings.lookingUp} onRequest={onLookUp}>
        {strings.lookUp}
      </RequestButton>
      <p className="topic0-muted">{requests.join(' ')}</p>
    </div>
  )
}
