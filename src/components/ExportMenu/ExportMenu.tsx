'use client'
import { useRef, useState, type ComponentProps } from 'react'
import type { ExportJob } from '../../logs/export/ExportJob.ts'
import { ErrorMessage } from '../status/ErrorMessage.tsx'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/classNames.ts'
import { IconButton } from '../ui/IconButton.tsx'
import * as icons from '../ui/icons.tsx'
import type { MenuAnchor } from '../ui/MenuItem.ts'
import { withRef } from '../ui/withRef.ts'
import { formatShare } from '../values/formatShare.ts'
import { visibleText } from '../values/visibleText.ts'
import { ExportForm, type ExportChoice, type ExportScope } from './ExportForm.tsx'
import { exportStrings } from './exportStrings.ts'

export interface ExportMenuProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** Number of logs per scope; `null` if not counted. Absent scopes are not offered. */
  counts: Readonly<Partial<Record<ExportScope, number | null>>>
  /** The last export started. */
  job?: ExportJob | undefined
  /** Called to start an export, within the click, as file pickers require. */
  onExport: (choice: ExportChoice) => void
  /** Called to cancel the running export. */
  onCancel?: (() => void) | undefined
  /** Called to dismiss the result. Without it, the result cannot be dismissed. */
  onDismiss?: (() => void) | undefined
  /** Whether blocks are missing: shows a warning before saving. @default false */
  incomplete?: boolean | undefined
  /** Whether amounts can be exported in token units, too. @default false */
  hasUnits?: boolean | undefined
  /** The scopes that are exported in the order of a sorted table. @default none */
  sorted?: readonly ExportScope[] | undefined
}

/**
 * Exports logs as a file, with a choice of scope, format and content, and shows the progress.
 * `data-state` is `idle`, `empty`, or the status of the job: `running`, `done`, `cancelled`, `failed`.
 *
 * @example
 * <ExportMenu counts={{ all: logs.data?.length }} onExport={({ format }) => console.log(format)} />
 */
export const ExportMenu = /* @__PURE__ */ withRef(function ExportMenu(props: ExportMenuProps) {
  const { counts, job, onExport, onCancel, onDismiss, incomplete = false, ...more } = props
  const { hasUnits = false, sorted = [], className, ...rest } = more
  const strings = useStrings(exportStrings)
  const [anchor, setAnchor] = useState<MenuAnchor>()
  const button = useRef<HTMLButtonElement>(null)
  const empty = Object.values(counts).every((count) => count === 0 || count === undefined)
  const running = job?.status === 'running'
  const disabled = empty || running
  // The button is unmounted: focus moves to the menu button.
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
      <Button
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        // `aria-disabled` rather than `disabled`, which would lose focus when an export starts.
        aria-disabled={disabled}
        title={empty ? strings.exportNothing : undefined}
        onClick={(event) => {
          if (!disabled) setAnchor(anchor ? undefined : event.currentTarget)
        }}
        // Dismisses the result, which may cover what is below.
        onKeyDown={(event) => {
          if (event.key === 'Escape' && job && !running) onDismiss?.()
        }}
      >
        {icons.save}
        <span className="topic0-button-word">{strings.exportLogs}</span>
      </Button>
      {job && <ExportStatus job={job} onCancel={ending(onCancel)} onDismiss={ending(onDismiss)} />}
      {anchor && (
        <ExportForm
          {...{ counts, anchor, incomplete, hasUnits, sorted }}
          onClose={() => setAnchor(undefined)}
          onExport={(choice) => {
            setAnchor(undefined)
            onExport(choice)
          }}
        />
      )}
    </div>
  )
})

interface ExportStatusProps {
  job: ExportJob
  onCancel: (() => void) | undefined
  onDismiss: (() => void) | undefined
}

/** The progress or result of an export, without its menu. Announced when it starts and ends, not at every step. */
export function ExportStatus({ job, onCancel, onDismiss }: ExportStatusProps) {
  const strings = useStrings(exportStrings)
  const { status, fraction, written, fileName, error } = job
  const logs = strings.logCount(formatNumber(written, strings.locale))
  const ended = {
    running: strings.exporting,
    done: strings.exportDone(logs, visibleText(fileName)),
    cancelled: strings.exportCancelled,
    failed: strings.exportFailed,
  }[status]
  return (
    <div className="topic0-export-status">
      {status === 'running' ? (
        <>
          <output className="topic0-visually-hidden">{ended}</output>
          <progress aria-label={strings.exporting} value={fraction} max={1} />
          <span className="topic0-muted topic0-number">
            {strings.exportRunning(formatShare(Math.floor(fraction * 100) / 100, strings.locale), logs)}
          </span>
          {onCancel && <Button onClick={onCancel}>{strings.cancel}</Button>}
        </>
      ) : (
        <>
          {status !== 'cancelled' && (status === 'done' ? icons.check : icons.warning)}
          <div className="topic0-export-outcome">
            <output>{ended}</output>
            {status === 'failed' && error && <ErrorMessage error={error} />}
          </div>
          {onDismiss && <IconButton icon={icons.cross} name={strings.dismiss} onClick={onDismiss} />}
        </>
      )}
    </div>
  )
}
