'use client'
import { useState } from 'react'
import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import { parseCastCommand } from '../../logs/filter/formats/parseCastCommand.ts'
import { parseRpcRequest } from '../../logs/filter/formats/parseRpcRequest.ts'
import { parseShareLink } from '../../logs/filter/formats/parseShareLink.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { issueWords } from '../strings/errorWords.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { visibleText } from '../values/visibleText.ts'
import { queryCodeStrings } from './queryCodeStrings.ts'

interface PasteQueryProps {
  /** Called with the query, the link it came from, and a note when part of it was ignored. */
  onOpen: (query: LogSearch, link?: string, note?: string) => void
}

/** A field to paste a link, a request or a command into, with its issues. */
export function PasteQuery({ onOpen }: PasteQueryProps) {
  const strings = useStrings(queryCodeStrings)
  const [text, setText] = useState('')
  const [issue, setIssue] = useState<string>()
  const [note, setNote] = useState<string>()
  function read(pasted: string) {
    const trimmed = pasted.trim()
    setText(pasted)
    setIssue(undefined)
    setNote(undefined)
    if (trimmed === '') return
    try {
      if (/^[[{]/.test(trimmed)) {
        const ignored = hasBoth(trimmed) ? strings.rangeIgnored : undefined
        onOpen(parseRpcRequest(trimmed), undefined, ignored)
        setNote(ignored)
      } else if (/^cast\s/.test(trimmed)) onOpen(parseCastCommand(trimmed))
      else onOpen(parseShareLink(trimmed), trimmed)
      setText('')
    } catch (error) {
      if (!(error instanceof InvalidQueryError)) throw error
      setIssue(error.issues.map((one) => visibleText(issueWords(one, strings))).join(' '))
    }
  }
  return (
    <Field label={strings.pasteQuery} hint={note ?? strings.pasteQueryHelp} issue={issue}>
      {(control) => (
        <div className="topic0-save">
          <TextArea
            control={control}
            placeholder="https://… / {…}"
            value={text}
            onEdit={(edited) => {
              setText(edited)
              setIssue(undefined)
              setNote(undefined)
            }}
            onEnter={() => read(text)}
            onPaste={(event) => {
              if (text !== '') return
              event.preventDefault()
              read(event.clipboardData.getData('text'))
            }}
          />
          <Button onClick={() => read(text)}>{strings.readQuery}</Button>
        </div>
      )}
    </Field>
  )
}

/** Whether a request has both a block hash and a range. */
function hasBoth(request: string): boolean {
  return /"blockHash"\s*:\s*"/.test(request) && /"(from|to)Block"\s*:\s*[^\sn]/.test(request)
}
