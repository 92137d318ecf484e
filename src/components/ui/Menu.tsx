'use client'
import type { KeyboardEvent } from 'react'
import { useStrings } from '../strings/useStrings.ts'
import * as icons from './icons.tsx'
import type { MenuAnchor, MenuItem } from './MenuItem.ts'
import { uiStrings } from './uiStrings.ts'
import { useTopLayer } from './useTopLayer.ts'

interface MenuProps {
  label: string
  /** The element or point it opens next to. */
  anchor: MenuAnchor
  items: readonly MenuItem[]
  onClose: () => void
}

const openIcon = /* @__PURE__ */ icons.icon(
  'M9.5 2.5h4v4M13.5 2.5l-6 6M11.5 9.5v3a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1h3',
)

const roles = {
  action: 'menuitem',
  link: 'menuitem',
  choice: 'menuitemradio',
  check: 'menuitemcheckbox',
} as const

const itemSelector = '[role^="menuitem"]'

/**
 * A menu in the top layer. Arrow keys, Home, End and first letters move within it; Escape, Tab and a
 * click outside close it, and focus returns or stays on what was clicked. Radio and checkbox items leave
 * it open.
 */
export function Menu({ label, anchor, items, onClose }: MenuProps) {
  const menu = useTopLayer({ anchor, focus: itemSelector, onClose })

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // Keys pressed in the menu must not reach the grid it belongs to.
    event.stopPropagation()
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>(itemSelector)]
    const at = all.indexOf(event.target as HTMLElement)
    const to = (index: number) => all.at(index % all.length)?.focus()
    if (event.key === 'Escape' || event.key === 'Tab') onClose()
    else if (event.key === 'ArrowDown') to(at + 1)
    else if (event.key === 'ArrowUp') to(Math.max(at, 0) - 1)
    else if (event.key === 'Home') to(0)
    else if (event.key === 'End') to(-1)
    else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey) {
      const letter = event.key.toLowerCase()
      const rest = [...all.slice(at + 1), ...all.slice(0, at + 1)]
      rest.find((item) => item.textContent.trim().toLowerCase().startsWith(letter))?.focus()
      return
    } else return
    event.preventDefault()
  }

  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      popover="auto"
      className="topic0-menu"
      onKeyDown={onKeyDown}
      onClick={(event) => event.stopPropagation()}
      onContextMenu={(event) => event.stopPropagation()}
    >
      {items.map((item) =>
        item.kind === 'heading' ? (
          <div key={`heading:${item.key}`} role="presentation" className="topic0-menu-heading">
            {item.label}
            {item.detail !== undefined && <span className="topic0-menu-detail">{item.detail}</span>}
          </div>
        ) : (
          <MenuLine
            key={`${item.kind}:${'group' in item ? item.group : ''}:${item.label}`}
            {...{ item, onClose }}
          />
        ),
      )}
    </div>
  )
}

function MenuLine({ item, onClose }: { item: Exclude<MenuItem, { kind: 'heading' }>; onClose: () => void }) {
  const strings = useStrings(uiStrings)
  if (item.kind === 'link')
    return (
      <a
        role={roles.link}
        tabIndex={-1}
        className="topic0-menu-item"
        href={item.href}
        target="_blank"
        rel="noopener noreferrer"
        onClick={onClose}
      >
        <span className="topic0-menu-mark" />
        {item.label} <span className="topic0-visually-hidden">({strings.opensElsewhere})</span>
        {openIcon}
      </a>
    )
  const checkable = item.kind !== 'action'
  const stays = checkable || item.further === true
  return (
    <button
      type="button"
      role={roles[item.kind]}
      tabIndex={-1}
      className="topic0-menu-item"
      aria-checked={checkable ? item.checked : undefined}
      onClick={() => {
        if (!stays) onClose()
        item.onChoose()
      }}
    >
      <span className="topic0-menu-mark">{checkable && item.checked && icons.check}</span>
      <span className="topic0-menu-label">{item.label}</span>
      {item.kind === 'action' && item.further && <span className="topic0-menu-next" aria-hidden="true" />}
    </button>
  )
}
