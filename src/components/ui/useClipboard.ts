'use client'
import { useEffect, useState } from 'react'
import { useStrings } from '../strings/useStrings.ts'
import { uiStrings } from './uiStrings.ts'

// How long the result is shown, in milliseconds.
const shownFor = 1_600

/** The result of a copy: a new object for each, so that each is shown for as long. */
interface Result {
  readonly state: 'idle' | 'copied' | 'failed'
}

const idle: Result = { state: 'idle' }

/** A text, or how it is made or loaded. `undefined` copies nothing. */
export type CopiedText = string | (() => string | undefined) | Promise<string | undefined>

/** Copies text, even if it is loaded asynchronously, and shows the result for a moment. */
export function useClipboard() {
  const strings = useStrings(uiStrings)
  const [result, setResult] = useState(idle)
  useEffect(() => {
    if (result === idle) return
    const timer = setTimeout(() => setResult(idle), shownFor)
    return () => clearTimeout(timer)
  }, [result])
  async function copy(given: CopiedText) {
    try {
      // Available text is written synchronously: some browsers allow it only in the event handler.
      const text = typeof given === 'function' ? given() : typeof given === 'string' ? given : await given
      if (text === undefined) return
      await navigator.clipboard.writeText(text)
      setResult({ state: 'copied' })
    } catch {
      // No permission, no clipboard outside https, or the code that formats the text could not be loaded.
      setResult({ state: 'failed' })
    }
  }
  const { state } = result
  const message = { idle: undefined, copied: strings.copied, failed: strings.copyFailed }[state]
  return { state, message, copy: (text: CopiedText) => void copy(text) }
}
