import { parseJson } from '../../base/unknownJson.ts'
import { InvalidQueryError, type InputIssue } from '../../errors/InvalidQueryError.ts'
import { fromLinkText } from '../../logs/filter/formats/linkText.ts'
import { parseShareLink } from '../../logs/filter/formats/parseShareLink.ts'
import { textProblem } from '../../logs/filter/formats/textProblem.ts'
import type { InputProblem } from '../../logs/filter/inputProblem.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { parseExplorerSettings, type ExplorerSettings } from '../settings/ExplorerSettings.ts'

export interface LinkState {
  readonly chainId: number | undefined
  readonly settings: Partial<ExplorerSettings>
  /** The query next to the link's own. */
  readonly compared: LogSearch | undefined
  /** Whether the link has a query, valid or not. */
  readonly hasQuery: boolean
  /** Invalid parts of the link. */
  readonly issues: readonly InputIssue[]
}

const stateKeys = new Set(['network', 'view', 'pane', 'by', 'sum', 'sort', 'compare'])

/** Reads a link's state besides its query: network and view. */
export function readLinkState(text: string): LinkState {
  const parts = new Map<string, string>()
  for (const part of text.replace(/^#/, '').split('&').filter(Boolean)) {
    const at = part.indexOf('=')
    // Without `=`, it is an anchor of the page.
    if (at > 0) parts.set(part.slice(0, at), fromLinkText(part.slice(at + 1)) ?? '')
  }
  const issues: InputIssue[] = []
  const expect = (key: string, isValid: (text: string) => boolean, problem: InputProblem) => {
    const part = parts.get(key)
    if (part === undefined) return undefined
    if (isValid(part)) return part
    issues.push({ path: key, ...problem })
    return undefined
  }
  const network = expect('network', (part) => /^\d{1,15}$/.test(part), textProblem('link-network'))
  const view = expect('view', (part) => typeof parseJson(part) === 'object', textProblem('link-view'))
  const [by, sum] = [parts.get('by'), parts.get('sum')]
  const oneOf = (key: string, known: readonly string[]) =>
    expect(key, (part) => known.includes(part), textProblem('link-word', known.join(', ')))
  const sort = oneOf('sort', ['count', 'sum'])
  const compare = parts.get('compare')
  let compared: LogSearch | undefined
  try {
    compared = compare === undefined ? undefined : parseShareLink(compare)
  } catch (error) {
    if (!(error instanceof InvalidQueryError)) throw error
    issues.push(...error.issues)
  }
  return {
    compared,
    chainId: network === undefined ? undefined : Number(network),
    settings: parseExplorerSettings({
      view: view && parseJson(view),
      pane: oneOf('pane', ['logs', 'groups']),
      ...((by ?? sum ?? sort) !== undefined && { groups: { by, sum, order: sort } }),
    }),
    hasQuery: [...parts.keys()].some((key) => !stateKeys.has(key)),
    issues,
  }
}
