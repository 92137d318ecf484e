'use client'
import { useEffect, useState } from 'react'
import { useStrings } from '../../strings/useStrings.ts'
import { logTableStrings } from '../model/logTableStrings.ts'

// How long the result is shown, in milliseconds.
const shownFor = 1_600

/** Copies text and shows the result for a moment. */
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
