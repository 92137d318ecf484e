/** axe rules about colours. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Checks the colours of a tested story again in the other theme: both light and dark count. Does nothing outside of
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
    const { violations } = await axe.run(story, { runOnly: colourRules, resultTypes: ['violations'] })
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${any[0]?.message ?? ''}\n  ${html}`),
    )
    if (found.length > 0) throw new Error(`axe violations in the ${other} theme:\n${found.join('\n')}`)
  } finally {
    story.dataset['topic0Theme'] = drawn
  }
}
