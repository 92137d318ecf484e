'use client'
import type { ComparedQueryProps } from '../compare/ComparedQuery.tsx'
import type { SideBarProps } from '../compare/SideBar.tsx'
import { useLazyPanels } from './useLazyPanels.tsx'

/** {@link ComparedQuery}, once it is loaded. */
export function LazyCompared(props: ComparedQueryProps) {
  const { panels, placeholder } = useLazyPanels()
  return panels ? <panels.ComparedQuery {...props} /> : placeholder
}

/** {@link SideBar}, once it is loaded. */
export function LazySideBar(props: SideBarProps) {
  const { panels } = useLazyPanels()
  return panels ? <panels.SideBar {...props} /> : null
}
