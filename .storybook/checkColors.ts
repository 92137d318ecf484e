/** axe rules about colours. Their checks take half of axe's time, and stories of a component repeat most of them. */
export const colorRules = ['color-contrast', 'link-in-text-block'] as const

/** Attributes on which no colour depends. */
const identities =
  /^(aria-(?!busy|checked|current|disabled|expanded|invalid|pressed|selected|sort)|data-index|datetime|for|href|id|name|placeholder|src|title|value)/

/** The looks that were checked. */
const checked = new Set<string>()

/** What the colours of an element depend on, besides those around it: of its style, only the tint is a colour. */
function ownLook(element: Element): string {
  const attributes = [...element.attributes]
    .filter(({ name }) => !identities.test(name))
    .map(({ name, value }) => `${name}=${name === 'style' ? String(/--t0-turn:[^;]*/.exec(value)) : value}`)
  const states = [':hover', ':focus'].filter((state) => element.matches(state))
  return [element.localName, ...attributes, ...states].join(' ')
}

function hasText({ localName, childNodes }: Element): boolean {
  if (localName === 'input' || localName === 'textarea') return true
  return [...childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
}

/** The elements with text in a tree, also those in shadow roots, whose look was not checked yet. */
function newLooks(root: Element | ShadowRoot, around: string): Element[] {
  return [...root.children].flatMap((element) => {
    const look = `${around} > ${ownLook(element)}`
    const isNew = hasText(element) && !checked.has(look)
    if (isNew) checked.add(look)
    const inShadow = element.shadowRoot ? newLooks(element.shadowRoot, look) : []
    return [...(isNew ? [element] : []), ...inShadow, ...newLooks(element, look)]
  })
}

/** Checks the colours of what a tested story shows for the first time, in both themes. Does nothing outside of tests. */
export async function checkColors(): Promise<void> {
  const story = document.querySelector<HTMLElement>('.story[data-topic0-theme]')
  if (!story || import.meta.env['VITEST_STORYBOOK'] === undefined) return
  const { default: axe } = await import('axe-core')
  const { topic0Theme: drawn } = story.dataset
  const problems: string[] = []
  for (const theme of ['light', 'dark']) {
    // Widths choose layouts, and with them backgrounds.
    const include = newLooks(story, `${theme} ${story.offsetWidth}`)
    if (include.length === 0) continue
    story.dataset['topic0Theme'] = theme
    const { violations } = await axe.run(
      { include },
      { runOnly: [...colorRules], resultTypes: ['violations'] },
    )
    for (const { id, nodes } of violations)
      for (const { html, any } of nodes)
        problems.push(`${id} in the ${theme} theme: ${any[0]?.message ?? ''}\n  ${html}`)
  }
  story.dataset['topic0Theme'] = drawn
  if (problems.length > 0) throw new Error(`axe violations:\n${problems.join('\n')}`)
}
