'use client'

interface SkipButtonProps {
  /** Where it stands. */
  at: 'start' | 'end'
  onClick: () => void
  children: string
}

/** Leads past what one would tab through otherwise. Seen while it has focus. */
export function SkipButton({ at, onClick, children }: SkipButtonProps) {
  return (
    <button
      type="button"
      className="topic0-button topic0-log-explorer-skip"
      data-kind="primary"
      data-at={at}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
