'use client'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Address } from 'viem'
import { chainValue } from '../../../logs/decode/addressMap.ts'
import { checksumAddress } from '../../../logs/decode/checksumAddress.ts'
import type { DecodedArg, LogRow } from '../../../logs/Log.ts'
import type { ExplorerLinks } from '../../values/LinkBuilders.ts'
import { visibleText } from '../../values/visibleText.ts'
import type { CellRenderers } from '../model/LogTableProps.ts'
import { controls } from './readCell.ts'

/** What cells need besides the log. */
export interface CellContext {
  readonly labels: ReadonlyMap<string, string>
  readonly links: ExplorerLinks
  readonly renderers: CellRenderers
}

/** What the app renders. Its controls leave the tab order, because the grid manages focus: F2 reaches them. */
export function RenderedCell({ children }: { children: ReactNode }) {
  const element = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    for (const control of element.current?.querySelectorAll<HTMLElement>(controls) ?? [])
      control.tabIndex = -1
  })
  return (
    <span ref={element} className="topic0-rendered">
      {children}
    </span>
  )
}

/** An argument as the app renders it; `undefined` for the default. */
export function renderedArg(
  log: LogRow,
  arg: DecodedArg,
  { position, text }: { position: number; text: string },
  context: CellContext,
): ReactNode {
  const own = context.renderers.renderArg?.({ arg, position, text, log })
  if (own !== undefined) return <RenderedCell>{own}</RenderedCell>
  const address = context.renderers.renderAddress && addressOf(arg)
  return address && renderedAddress(log, address, context)
}

/** An address as the app renders it; `undefined` for the default. */
export function renderedAddress(
  log: LogRow,
  hex: Address,
  { labels, links, renderers }: CellContext,
): ReactNode {
  if (!renderers.renderAddress) return undefined
  const address = checksumAddress(hex)
  const label = chainValue(labels, log, hex)
  const own = renderers.renderAddress({
    address,
    label: label && visibleText(label),
    href: links.address(address),
    log,
  })
  return own === undefined ? undefined : <RenderedCell>{own}</RenderedCell>
}

/** The address that an argument is. */
export function addressOf({ type, value, hashed }: DecodedArg): Address | undefined {
  const isAddress = type === 'address' && !hashed && typeof value === 'string'
  return isAddress && /^0x[0-9a-f]{40}$/i.test(value) ? (value as Address) : undefined
}
