'use client'
import { useEffect, type ComponentProps } from 'react'
import { useStrings } from '../strings/useStrings.ts'
import { classNames } from '../ui/classNames.ts'
import { withRef } from '../ui/withRef.ts'
import { useLogTableContext } from './LogTableContext.ts'
import { logTableStrings } from './model/logTableStrings.ts'

/**
 * The search in the loaded logs, while it is open: by Control (or Command) with F in the table, by `LogTable.FindButton`, or by
 * `find.open()` of `useLogTable`. Escape closes it. Children replace the field and its buttons.
 *
 * @example
 * <LogTable.Find />
 */
export const LogTableFind = /* @__PURE__ */ withRef(function LogTableFind(props: ComponentProps<'div'>) {
  const { tools, find, findOpened, mountFindPart } = useLogTableContext('LogTable.Find')
  const strings = useStrings(logTableStrings)
  useEffect(mountFindPart, [mountFindPart])
  if (!tools || find.text === undefined) return null
  return (
    // The handler adds Escape to the field and the buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="search"
      aria-label={strings.find}
      {...props}
      className={classNames('topic0-log-table-find', props.className)}
      onKeyDown={(event) => {
        props.onKeyDown?.(event)
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        find.close()
      }}
    >
      {props.children ?? <tools.FindBar find={find} text={find.text} opened={findOpened} />}
    </div>
  )
})
