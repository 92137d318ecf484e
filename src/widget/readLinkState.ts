import { fromLinkText } from '../logs/spec/linkText.ts'
import { parseExplorerSettings } from './ExplorerSettings.ts'
import type { ExplorerSettings } from './ExplorerSettings.ts'

export interface LinkState {
  readonly networkId: number | undefined
  readonly settings: Partial<ExplorerSettings>
  /** Whether the link says anything else. */
  readonly hasQuery: boolean
}

const ours = new Set(['network', 'view', 'pane'])

/** What a link says beside its query: the network, and how to show the logs. What makes no sense is not there. */
export function readLinkState(text: string): LinkState {
  const parts = new Map<string, string>()
  for (const part of text.replace(/^#/, '').split('&').filter(Boolean)) {
    const at = part.indexOf('=')
    // Without one, it is a place on the page, and none of ours.
    if (at > 0) parts.set(part.slice(0, at), fromLinkText(part.slice(at + 1)) ?? '')
  }
  const network = parts.get('network') ?? ''
  return {
    networkId: /^\d{1,15}$/.test(network) ? Number(network) : undefined,
    settings: parseExplorerSettings({ view: parseJson(parts.get('view')), pane: parts.get('pane') }),
    hasQuery: [...parts.keys()].some((key) => !ours.has(key)),
  }
}

function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    // Cut off, or typed by hand: the usual view is right for it.
    return undefined
  }
}
