'use client'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { LiveAnnouncer } from './LiveAnnouncer.ts'

/** Announces a text to screen readers. Later texts of the same kind are throttled. */
export function Announcement({ kind, children }: { kind: string; children: string }) {
  const [polite] = useState(() => new LiveAnnouncer(kind, children))
  const getText = () => polite.text
  const text = useSyncExternalStore(polite.subscribe, getText, getText)
  useLayoutEffect(() => polite.say(kind, children), [polite, kind, children])
  return <output className="topic0-visually-hidden">{text}</output>
}
