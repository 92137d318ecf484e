'use client'
import type { ReactNode } from 'react'
import { commonStrings } from '../strings/commonStrings.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from './Button.tsx'

interface RequestButtonProps {
  status: 'idle' | 'loading' | 'success' | 'error'
  title?: string | undefined
  icon?: ReactNode
  /** The label before the first request. */
  children: string
  loading: string
  onRequest: () => void
}

/** A button that reads something on demand, and again. While it loads, it keeps focus and ignores clicks. */
export function RequestButton({ status, title, icon, children, loading, onRequest }: RequestButtonProps) {
  const { retry } = useStrings(commonStrings)
  const isLoading = status === 'loading'
  const label = status === 'idle' ? children : retry
  return (
    <Button
      title={title}
      aria-disabled={isLoading}
      onClick={() => {
        if (!isLoading) onRequest()
      }}
    >
      {icon}
      {isLoading ? loading : label}
    </Button>
  )
}
