'use client'
import type { ReactNode } from 'react'
import { ChainText } from '../../values/ChainText.tsx'
import { plainText } from '../../values/visibleText.ts'

/** Renders untrusted text that is alone in its element; plain ASCII needs no wrapper. */
export function isolateText(text: string): ReactNode {
  return plainText.test(text) ? text : <ChainText text={text} />
}
