/** axe rules about colours, which {@link checkColours} checks in the addon's place. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/** Texts, attributes and places that tell log rows apart, and on which no colour depends. */
const identities =
  /(?<=>)[^<]+(?=<)| (aria-label|aria-rowindex|data-index|datetime|href|title)="[^"]*"|translateY\(.*?\)/g

/** Log rows that differ from an earlier one in their texts only: axe takes long, and their colours are the same. */
function repeatedRows(story: Element): Element[] {
  const seen = new Set<string>()
  return [...story.querySelectorAll('.topic0-log-table-row:not(:hover, :focus-within)')].filter((row) => {
    const look = row.outerHTML.replaceAll(identities, '')
    const isRepeated = seen.has(look)
    seen.add(look)
    return isRepeated
  })
}

/** Checks the colours of a tested story in both themes. Does nothing outside of tests. */
export async function checkColours(): Promise<void> {
  const story = document.querySelector<HTMLElement>('.story[data-topic0-theme]')
  if (!story || import.meta.env['VITEST_STORYBOOK'] === undefined) return
  const drawn = story.dataset['topic0Theme']!
  try {
    for (const theme of [drawn, drawn === 'dark' ? 'light' : 'dark']) {
      story.dataset['topic0Theme'] = theme
      await checkShown(story, theme)
    }
  } finally {
    story.dataset['topic0Theme'] = drawn
  }
}

async function checkShown(story: Element, theme: string): Promise<void> {
  const { default: axe } = await import('axe-core')
  const context = { include: [story], exclude: repeatedRows(story) }
  const { violations } = await axe.run(context, { runOnly: colourRules, resultTypes: ['violations'] })
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${any[0]?.message ?? ''}\n  ${html}`),
  )
  if (found.length > 0) throw new Error(`axe violations in the ${theme} theme:\n${found.join('\n')}`)
}
