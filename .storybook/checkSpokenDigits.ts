/** A whole address, topic or word, which a screen reader spells digit by digit. */
const wholeHex = /0x[0-9a-f]{40}/i

/** Elements where every digit matters: inputs, and text to copy. */
const meant = 'pre, textarea, input, [contenteditable]'

/** Fails a story in which a screen reader would read every digit of a hash. Its first and last digits identify it. */
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
