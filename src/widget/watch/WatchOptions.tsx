'use client'
import { useState } from 'react'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { Switch } from '../../components/ui/Switch.tsx'
import { notificationSupport, playSound } from './notifications.ts'
import { watchStore } from './WatchStore.ts'

interface WatchOptionsProps {
  isNotifying: boolean
  hasSound: boolean
}

/** How new logs are reported, in all tabs of this browser. */
export function WatchOptions({ isNotifying, hasSound }: WatchOptionsProps) {
  const { watch: strings } = useStrings(explorerStrings)
  const [support, setSupport] = useState(notificationSupport)
  const isImpossible = support === 'unsupported' || support === 'blocked'
  async function notify(on: boolean) {
    if (on && support === 'possible') await Notification.requestPermission()
    const next = notificationSupport()
    setSupport(next)
    watchStore.setOptions({ isNotifying: on && next === 'allowed' })
  }
  return (
    <div className="topic0-watch-options">
      <Switch
        on={isNotifying && support === 'allowed'}
        disabled={isImpossible}
        onSwitch={(on) => void notify(on)}
      >
        {strings.notify}
      </Switch>
      {isImpossible && (
        <p className="topic0-muted">{support === 'blocked' ? strings.blocked : strings.unsupported}</p>
      )}
      <Switch
        on={hasSound}
        onSwitch={(on) => {
          watchStore.setOptions({ hasSound: on })
          // Lets the user hear it. The browser allows sounds after a click.
          if (on) playSound().catch(() => {})
        }}
      >
        {strings.sound}
      </Switch>
    </div>
  )
}
