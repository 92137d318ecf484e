/** What is read out digit by digit until one gives up: a whole address, topic or word. */
const wholeHex = /0x[0-9a-f]{40}/i

/** Where every digit is meant: what one types, and what is there to be copied as it is. */
const meant = 'pre, textarea, input, [contenteditable]'

/** Fails a story in which a screen reader would read all digits of a hash: its beginning and end are enough to know it by. */
export function checkSpokenDigits(): void {
  const story = document.querySelector<HTMLElement>('.story')
  if (!story || import.meta.env['VITEST_STORYBOOK'] === undefined) return
  const found = spokenTexts(story).filter((text) => wholeHex.test(text))
  if (found.length > 0) throw new Error(`Screen readers would read every digit:\n${found.join('\n')}`)
}

function spokenTexts(element: Element): string[] {
  if (element.matches(meant) || element.getAttribute('aria-hidden') === 'true') return []
  if (!element.checkVisibility()) return []
  const texts = [element.getAttribute('aria-label') ?? '']
  for (const node of (element.shadowRoot ?? element).childNodes) {
    if (node instanceof Text) texts.push(node.data)
    else if (node instanceof Element) texts.push(...spokenTexts(node))
  }
  return texts
}
