/** axe rules about colors. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Texts, attributes and places that tell log rows apart, and on which no color depends. */
const identities =
  /(?<=>)[^<]+(?=<)| (aria-label|aria-rowindex|data-index|datetime|href|title)="[^"]*"|translateY\(.*?\)/g

/** Log rows that differ from an earlier one in their texts only: axe takes long, and their colors are the same. */
function repeatedRows(story: Element): Element[] {
  const seen = new Set<string>()
  return [...story.querySelectorAll('.topic0-log-table-row:not(:hover, :focus-within)')].filter((row) => {
    const look = row.outerHTML.replaceAll(identities, '')
    const isRepeated = seen.has(look)
    seen.add(look)
    return isRepeated
  })
}

/**
 * Checks the colors of a tested story again in the other theme: both light and dark count. Does nothing outside of
 * tests.
 */
export async function checkOtherTheme(): Promise<void> {
  const story = document.querySelector<HTMLElement>('.story[data-topic0-theme]')
  if (!story || import.meta.env['VITEST_STORYBOOK'] === undefined) return
  const drawn = story.dataset['topic0Theme']
  const other = drawn === 'dark' ? 'light' : 'dark'
  story.dataset['topic0Theme'] = other
  try {
    const { default: axe } = await import('axe-core')
    const context = { include: [story], exclude: repeatedRows(story) }
    const { violations } = await axe.run(context, { runOnly: colorRules, resultTypes: ['violations'] })
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${any[0]?.message ?? ''}\n  ${html}`),
    )
    if (found.length > 0) throw new Error(`axe violations in the ${other} theme:\n${found.join('\n')}`)
  } finally {
    story.dataset['topic0Theme'] = drawn
  }
}
