'use client'
import type { ReactNode } from 'react'

interface FactProps {
  name: string
  /** What the name means. */
  title?: string
  isNumber?: boolean
  children: ReactNode
}

/** A row of a list of facts. */
export function Fact({ name, title, isNumber = false, children }: FactProps) {
  return (
    <div>
      <dt title={title}>{name}</dt>
      <dd className={isNumber ? 'topic0-number' : undefined}>{children}</dd>
    </div>
  )
}
