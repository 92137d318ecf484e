'use client'
import { Button } from '../../components/ui/Button.tsx'

interface SkipButtonProps {
  /** Its position in the tab order. */
  at: 'start' | 'end'
  onClick: () => void
  children: string
}

/** A skip link as a button, visible while focused. */
export function SkipButton({ at, onClick, children }: SkipButtonProps) {
  return (
    <Button size="normal" kind="primary" className="topic0-log-explorer-skip" data-at={at} onClick={onClick}>
      {children}
    </Button>
  )
}
