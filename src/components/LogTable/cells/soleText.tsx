'use client'
import type { ReactNode } from 'react'
import { ChainText } from '../../values/ChainText.tsx'
import { plainText } from './plainText.ts'

/** Text from the chain that is alone in its element: mostly it needs none of its own to be kept apart. */
export function soleText(text: string): ReactNode {
  return plainText.test(text) ? text : <ChainText text={text} />
}
