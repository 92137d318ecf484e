'use client'
import { useRef, useState } from 'react'
import type { ComponentProps } from 'react'
import type { ExportJob } from '../../logs/export/ExportJob.ts'
import { classNames } from '../ui/classNames.ts'
import { Icon } from '../ui/Icon.tsx'
import type { MenuAnchor } from '../ui/MenuItem.ts'
import { useStrings } from '../strings/useStrings.ts'
import { exportStrings } from './exportStrings.ts'
import type { ExportChoice, ExportScope } from './ExportForm.tsx'
import { ExportForm } from './ExportForm.tsx'
import { ExportStatus } from './ExportStatus.tsx'

export interface ExportMenuProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** How many logs there are of each kind; `null` where they were not counted. A kind that is absent is not offered. */
  counts: Readonly<Partial<Record<ExportScope, number | null>>>
  /** The export that was begun last, and how it goes. */
  job?: ExportJob | undefined
  /** Someone wants a file. Called within the click, so that a place to save it can be asked for. */
  onExport: (choice: ExportChoice) => void
  /** The export that runs is to stop. */
  onCancel?: (() => void) | undefined
  /** What came of the last export was seen. Without it, it stays. */
  onDismiss?: (() => void) | undefined
  /** Whether blocks are missing: it is said before anything is saved. @default false */
  incomplete?: boolean | undefined
}

/**
 * Offers logs as a file: which of them, in which format, decoded or raw; then shows how far it is.
 * `data-state` is `idle`, `empty`, or what the job is: `running`, `done`, `cancelled`, `failed`.
 *
 * @example
 * <ExportMenu counts={{ all: logs.data?.length }} onExport={({ format }) => console.log(format)} />
 */
export function ExportMenu(props: ExportMenuProps) {
  const { counts, job, onExport, onCancel, onDismiss, incomplete = false, className, ...rest } = props
  const strings = useStrings(exportStrings)
  const [anchor, setAnchor] = useState<MenuAnchor>()
  const button = useRef<HTMLButtonElement>(null)
  const empty = Object.values(counts).every((count) => count === 0)
  const running = job?.status === 'running'
  const disabled = empty || running
  // The button that does it goes away: focus does not.
  const ending = (end: (() => void) | undefined) =>
    end &&
    (() => {
      end()
      button.current?.focus()
    })
  return (
    <div
      {...rest}
      className={classNames('topic0', 'topic0-export-menu', className)}
      data-state={job?.status ?? (empty ? 'empty' : 'idle')}
    >
      <button
        ref={button}
        type="button"
        className="topic0-button"
        data-size="small"
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        // Not `disabled`: focus must not be lost when an export begins.
        aria-disabled={disabled}
        title={empty ? strings.exportNothing : undefined}
        onClick={(event) => {
          if (!disabled) setAnchor(anchor ? undefined : event.currentTarget)
        }}
        // What came of an export may stand over what is below.
        onKeyDown={(event) => {
          if (event.key === 'Escape' && job && !running) onDismiss?.()
        }}
      >
        <Icon name="save" />
        <span className="topic0-button-word">{strings.exportLogs}</span>
      </button>
      {job && <ExportStatus job={job} onCancel={ending(onCancel)} onDismiss={ending(onDismiss)} />}
      {anchor && (
        <ExportForm
          {...{ counts, anchor, incomplete }}
          onClose={() => setAnchor(undefined)}
          onExport={(choice) => {
            setAnchor(undefined)
            onExport(choice)
          }}
        />
      )}
    </div>
  )
}
