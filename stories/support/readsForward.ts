/** Whether a line reads left to right: its last character is to the right of its first. */
export function readsForward(line: HTMLElement): boolean {
  const range = line.ownerDocument.createRange()
  const texts = line.ownerDocument.createTreeWalker(line, NodeFilter.SHOW_TEXT)
  const all: Text[] = []
  while (texts.nextNode()) all.push(texts.currentNode as Text)
  const [first, last] = [all[0], all.at(-1)]
  if (!first || !last) return false
  const placeOf = (text: Text, at: number) => {
    range.setStart(text, at)
    range.setEnd(text, at + 1)
    return range.getBoundingClientRect().left
  }
  return placeOf(first, 0) < placeOf(last, last.data.trimEnd().length - 1)
}
