'use client'
import type { ComponentProps } from 'react'
import type { LogGroups } from '../../components/LogGroups/LogGroups.tsx'
import { useLazyPanels } from './useLazyPanels.tsx'

/** {@link LogGroups}, once they are loaded. */
export function LazyGroups(props: ComponentProps<typeof LogGroups>) {
  const { panels, placeholder } = useLazyPanels()
  return panels ? <panels.LogGroups {...props} /> : placeholder
}
