'use client'
import { useEffect, useState } from 'react'
import { useStrings } from '../../strings/useStrings.ts'
import { logTableStrings } from '../model/logTableStrings.ts'

// How long the result is shown, in milliseconds.
const shownFor = 1_600

/** `undefined` copies nothing. */
export type CopiedText = string | Promise<string | undefined>

/** Copies text, even if it is loaded asynchronously, and shows the result for a moment. */
export function useClipboard() {
  const strings = useStrings(logTableStrings)
  const [said, setSaid] = useState<string>()
  useEffect(() => {
    if (said === undefined) return
    const timer = setTimeout(() => setSaid(undefined), shownFor)
    return () => clearTimeout(timer)
  }, [said])
  async function copy(given: CopiedText) {
    try {
      // Available text is written synchronously: some browsers allow it only in the event handler.
      const text = typeof given === 'string' ? given : await given
      if (text === undefined) return
      await navigator.clipboard.writeText(text)
      setSaid(strings.copied)
    } catch {
      // No permission, no clipboard outside https, or the code that formats the text could not be loaded.
      setSaid(strings.copyFailed)
    }
  }
  return { said, copy: (text: CopiedText) => void copy(text) }
}
