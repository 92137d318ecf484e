'use client'
import { useEffect, useRef, useState } from 'react'

// Milliseconds between two announcements of one kind.
const pause = 15_000

/** Announces a text to screen readers: of another kind at once, of the same kind at most every 15 seconds. */
export function Announcement({ kind, children: text }: { kind: string; children: string }) {
  const [said, setSaid] = useState({ kind, text })
  const saidAt = useRef(-pause)
  useEffect(() => {
    if (said.kind === kind && said.text === text) return undefined
    const say = () => {
      saidAt.current = performance.now()
      setSaid({ kind, text })
    }
    const wait = said.kind === kind ? saidAt.current + pause - performance.now() : 0
    if (wait <= 0) return say()
    const timer = setTimeout(say, wait)
    return () => clearTimeout(timer)
  }, [kind, text, said])
  return <output className="topic0-visually-hidden">{said.text}</output>
}
