'use client'

interface SkipButtonProps {
  /** Its position in the tab order. */
  at: 'start' | 'end'
  onClick: () => void
  children: string
}

/** A skip link as a button, visible while focused. */
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
