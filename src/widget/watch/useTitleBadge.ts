'use client'
import { useEffect } from 'react'

/** What is shown before the page's title now, by any explorer of the page. */
let shown = ''

/** Shows a count before the page's title. */
export function useTitleBadge(count: string | undefined): void {
  useEffect(() => {
    showBadge(count === undefined ? '' : `(${count}) `)
    return () => showBadge('')
  }, [count])
}

function showBadge(text: string): void {
  const { title } = document
  // The page may have changed its title meanwhile.
  const own = shown !== '' && title.startsWith(shown) ? title.slice(shown.length) : title
  shown = text
  if (title !== text + own) document.title = text + own
}
