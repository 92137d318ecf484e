'use client'
import { useState } from 'react'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
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
    watchStore.set({ isNotifying: on && next === 'allowed' })
  }
  return (
    <div className="topic0-watch-options">
      <label className="topic0-switch">
        <input
          type="checkbox"
          role="switch"
          checked={isNotifying && support === 'allowed'}
          aria-checked={isNotifying && support === 'allowed'}
          disabled={isImpossible}
          onChange={(event) => void notify(event.target.checked)}
        />
        {strings.notify}
      </label>
      {isImpossible && (
        <p className="topic0-muted">{support === 'blocked' ? strings.blocked : strings.unsupported}</p>
      )}
      <label className="topic0-switch">
        <input
          type="checkbox"
          role="switch"
          checked={hasSound}
          aria-checked={hasSound}
          onChange={({ target: { checked } }) => {
            watchStore.set({ hasSound: checked })
            // Lets the user hear it, and the browser allow it.
            if (checked) playSound().catch(() => {})
          }}
        />
        {strings.sound}
      </label>
    </div>
  )
}
