'use client'
import type { ComponentProps, ReactNode } from 'react'
import { Popover } from '../../components/ui/Popover.tsx'
import { useLazyPanels } from './useLazyPanels.tsx'

export type Panels = NonNullable<ReturnType<typeof useLazyPanels>['panels']>

interface LazyPopoverProps extends Omit<ComponentProps<typeof Popover>, 'children'> {
  children: (panels: Panels) => ReactNode
}

/** A popover with a panel, once it is loaded. */
export function LazyPopover({ children, ...rest }: LazyPopoverProps) {
  const { panels, placeholder } = useLazyPanels()
  // A new popover moves focus to its first button.
  return (
    <Popover key={panels ? 'loaded' : 'loading'} {...rest}>
      {panels ? children(panels) : placeholder}
    </Popover>
  )
}
