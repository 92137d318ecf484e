'use client'
import type { ReactNode } from 'react'
import { ChainText } from '../ChainText.tsx'

// What has one direction, and nothing in it that hides.
const plain = /^[\x20-\x7e…]*$/

/** Text from the chain that is alone in its element: mostly it needs none of its own to be kept apart. */
export function soleText(text: string): ReactNode {
  return plain.test(text) ? text : <ChainText text={text} />
}
