'use client'
import { useId, useState, type ComponentProps } from 'react'
import { toCastCommand } from '../../logs/filter/formats/toCastCommand.ts'
import { toRpcRequest } from '../../logs/filter/formats/toRpcRequest.ts'
import { toShareLink, type ShareLinkOptions } from '../../logs/filter/formats/toShareLink.ts'
import { toUseLogsCode } from '../../logs/filter/formats/toUseLogsCode.ts'
import type { LocalFilter } from '../../logs/filter/LocalFilter.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { isRelative } from '../../logs/filter/relativeBlock.ts'
import { useStrings } from '../strings/useStrings.ts'
import { ChoiceGroup } from '../ui/ChoiceGroup.tsx'
import { classNames } from '../ui/classNames.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { withRef } from '../ui/withRef.ts'
import { visibleText } from '../values/visibleText.ts'
import { PasteQuery } from './PasteQuery.tsx'
import { queryCodeStrings } from './queryCodeStrings.ts'

export interface QueryCodeProps extends Omit<ComponentProps<'section'>, 'children'> {
  /** A valid query. */
  query: LogSearch
  /** The page that links open; its query and fragment are removed. @default links are fragments only */
  page?: string | undefined
  /** State to include in links, such as the network. Anyone with the link can read it. */
  state?: ShareLinkOptions['state']
  /** The filters on loaded logs, if any. Links contain them in `state`; the other forms note that they are missing. */
  filters?: readonly LocalFilter[] | undefined
  /**
   * Shows a field to paste a link or request into. Called with the query, the text of a link, and a note if part of a request
   * was ignored.
   */
  onOpen?: ((query: LogSearch, link?: string, note?: string) => void) | undefined
}

type Shape = 'link' | 'hook' | 'request' | 'cast'

/**
 * A query to copy as a link, a `useLogs` call, a JSON-RPC request or a `cast` command. Links and
 * requests can be pasted back.
 *
 * @example
 * <QueryCode query={{ address: token, events: [transfer] }} page={location.href} onOpen={setQuery} />
 */
export const QueryCode = /* @__PURE__ */ withRef(function QueryCode({
  query,
  page,
  state,
  filters,
  onOpen,
  className,
  ...rest
}: QueryCodeProps) {
  const strings = useStrings(queryCodeStrings)
  const titleId = useId()
  const [shape, setShape] = useState<Shape>('link')
  const { text, note } = write(shape)
  const isCode = shape === 'request' || shape === 'cast'
  const leftOut = [
    isCode && query.where?.length ? strings.conditionsLeftOut : '',
    shape !== 'link' && filters?.length ? strings.filtersLeftOut(filters.length) : '',
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <section
      aria-labelledby={titleId}
      {...rest}
      className={classNames('topic0', 'topic0-query-code', className)}
      data-state={shape}
    >
      <h3 id={titleId} className="topic0-label">
        {strings.queryCode}
      </h3>
      <ChoiceGroup
        value={shape}
        choices={[
          { value: 'link', label: strings.shareLink },
          { value: 'hook', label: 'useLogs' },
          { value: 'request', label: 'JSON-RPC' },
          { value: 'cast', label: 'cast' },
        ]}
        onChange={setShape}
      />
      {text === undefined ? (
        <p className="topic0-field-note">{note}</p>
      ) : (
        <CodeBlock text={text} name={strings.shapes[shape]} />
      )}
      <p className="topic0-field-note">{strings.shapeNotes[shape]}</p>
      {leftOut && (
        <p className="topic0-field-note" role="status">
          <strong>{leftOut}</strong>
        </p>
      )}
      {onOpen && <PasteQuery onOpen={onOpen} />}
    </section>
  )

  function write(shape: Shape): { text?: string; note?: string } {
    switch (shape) {
      case 'link':
        return { text: toShareLink(query, { page, state }) }
      case 'hook':
        return { text: toUseLogsCode(query) }
      case 'request':
        if (isRelative(query)) return { note: strings.requestRelative }
        return { text: JSON.stringify(toRpcRequest(query), null, 2) }
      case 'cast':
        return { text: toCastCommand(query), note: strings.castTooMany }
    }
  }
})

/** A text to copy. */
function CodeBlock({ text, name }: { text: string; name: string }) {
  return (
    <div className="topic0-code">
      {/* Scrollable, so it must be focusable. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} role="group" aria-label={name}>
        {text.split('\n').map(visibleText).join('\n')}
      </pre>
      <CopyButton value={text} what={name} showLabel />
    </div>
  )
}
