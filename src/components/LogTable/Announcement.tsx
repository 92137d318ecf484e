'use client'
import { useEffect, useRef, useState } from 'react'

// Milliseconds between two announcements of one kind.
const pause = 15_000

/** Announces texts to screen readers: at most one of the same kind every 15 seconds, and another kind at once. */
export function Announcement({ kind, children: text }: { kind: string; children: string }) {
  const [announced, setAnnounced] = useState({ kind, text })
  const announcedAt = useRef(-pause)
  useEffect(() => {
    if (announced.kind === kind && announced.text === text) return undefined
    const say = () => {
      announcedAt.current = performance.now()
      setAnnounced({ kind, text })
    }
    const wait = announced.kind === kind ? announcedAt.current + pause - performance.now() : 0
    if (wait <= 0) return say()
    const timer = setTimeout(say, wait)
    return () => clearTimeout(timer)
  }, [kind, text, announced])
  return <output className="topic0-visually-hidden">{announced.text}</output>
}
