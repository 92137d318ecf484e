'use client'
import { useState, type ComponentProps, type MouseEvent, type JSX } from 'react'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import * as icons from '../ui/icons.tsx'
import type { MenuAnchor } from '../ui/MenuItem.ts'
import { withRef } from '../ui/withRef.ts'
import { useLogTableContext } from './LogTableContext.ts'
import { logTableStrings } from './model/logTableStrings.ts'

export type LogTableButtonProps = Omit<ComponentProps<'button'>, 'type' | 'children'>

/**
 * Opens `LogTable.Find`. Hidden while no logs are loaded.
 *
 * @example
 * <LogTable.FindButton />
 */
export const LogTableFindButton = /* @__PURE__ */ withRef(function LogTableFindButton(
  props: LogTableButtonProps,
) {
  const { loadedCount, find } = useLogTableContext('LogTable.FindButton')
  const strings = useStrings(logTableStrings)
  if (loadedCount === 0) return null
  return (
    <IconButton
      icon={icons.search}
      name={strings.find}
      {...props}
      onClick={unlessPrevented(props.onClick, find.open)}
    />
  )
})

/**
 * Shows the newest logs first, or the oldest. Names the active order.
 *
 * @example
 * <LogTable.OrderButton />
 */
export const LogTableOrderButton = /* @__PURE__ */ withRef(function LogTableOrderButton(
  props: LogTableButtonProps,
) {
  const { tools, sort, view } = useLogTableContext('LogTable.OrderButton')
  const strings = useStrings(logTableStrings)
  const byBlock = sort.column === 'block'
  const ascending = sort.direction === 'asc'
  const direction = byBlock && !ascending ? 'asc' : 'desc'
  const blockOrder = ascending ? strings.oldestFirst : strings.newestFirst
  return (
    <ToolbarButton
      {...props}
      icon={ascending ? icons.up : icons.down}
      text={(byBlock ? undefined : tools?.sortName(sort, strings, view.set.own)) ?? blockOrder}
      onClick={unlessPrevented(props.onClick, () => view.update({ sort: { column: 'block', direction } }))}
    />
  )
})

/**
 * Opens the menu of columns, times and row heights.
 *
 * @example
 * <LogTable.ViewButton />
 */
export const LogTableViewButton = /* @__PURE__ */ withRef(function LogTableViewButton(
  props: LogTableButtonProps,
) {
  const { tools, view } = useLogTableContext('LogTable.ViewButton')
  const strings = useStrings(logTableStrings)
  const [anchor, setAnchor] = useState<MenuAnchor>()
  return (
    <>
      <ToolbarButton
        {...props}
        icon={icons.view}
        text={strings.view}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={unlessPrevented(props.onClick, ({ currentTarget }) =>
          setAnchor(anchor ? undefined : currentTarget),
        )}
      />
      {tools && anchor && <tools.ViewMenu view={view} anchor={anchor} onClose={() => setAnchor(undefined)} />}
    </>
  )
})

interface ToolbarButtonProps extends LogTableButtonProps {
  icon: JSX.Element
  text: string | undefined
}

const ToolbarButton = /* @__PURE__ */ withRef(function ToolbarButton({
  icon,
  text,
  ...rest
}: ToolbarButtonProps) {
  return (
    <Button kind="quiet" {...rest}>
      {icon}
      <span className="topic0-log-table-word">{text}</span>
    </Button>
  )
})

type Click = MouseEvent<HTMLButtonElement>

/** A handler that runs the caller's own first, which may prevent the part's. */
function unlessPrevented(own: ((event: Click) => void) | undefined, act: (event: Click) => void) {
  return (event: Click) => {
    own?.(event)
    if (!event.defaultPrevented) act(event)
  }
}
