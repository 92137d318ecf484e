'use client'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { LiveAnnouncer } from './LiveAnnouncer.ts'

/** Tells screen readers a text, and a later one of the same kind only after a while. */
export function Announcement({ kind, children }: { kind: string; children: string }) {
  const [polite] = useState(() => new LiveAnnouncer(kind, children))
  const getText = () => polite.text
  const text = useSyncExternalStore(polite.subscribe, getText, getText)
  useLayoutEffect(() => polite.say(kind, children), [polite, kind, children])
  return <output className="topic0-visually-hidden">{text}</output>
}
