'use client'
import { useEffect, useState } from 'react'
import { useStrings } from '../../strings/useStrings.ts'
import { logTableStrings } from '../model/logTableStrings.ts'

// Milliseconds for which it is said what came of it.
const shownFor = 1_600

/** Copies text, and says for a moment what came of it. */
export function useClipboard() {
  const strings = useStrings(logTableStrings)
  const [said, setSaid] = useState<string>()
  useEffect(() => {
    if (said === undefined) return
    const timer = setTimeout(() => setSaid(undefined), shownFor)
    return () => clearTimeout(timer)
  }, [said])
  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text)
      setSaid(strings.copied)
    } catch {
      // No permission, or no clipboard outside https.
      setSaid(strings.copyFailed)
    }
  }
  return { said, copy: (text: string) => void copy(text) }
}
