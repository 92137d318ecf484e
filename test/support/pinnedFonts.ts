import '@fontsource/dejavu-mono/latin-400.css'
import '@fontsource/dejavu-mono/latin-700.css'
import '@fontsource/dejavu-sans/latin-400.css'
import '@fontsource/dejavu-sans/latin-700.css'
import '@fontsource/roboto-mono/latin-400.css'
import '@fontsource/roboto/latin-400.css'
import '@fontsource/roboto/latin-500.css'
import '@fontsource/roboto/latin-600.css'
import '@fontsource/roboto/latin-700.css'

/** The fonts that screens are tested in: one of the narrowest text fonts, and one of the widest. */
export type PinnedFont = 'Roboto' | 'DejaVu Sans'

// DejaVu comes after both: it has the signs that Roboto's Latin files lack.
const families: Record<PinnedFont, { text: string; code: string }> = {
  Roboto: { text: `Roboto, 'DejaVu Sans'`, code: `'Roboto Mono', 'DejaVu Mono'` },
  'DejaVu Sans': { text: `'DejaVu Sans'`, code: `'DejaVu Mono'` },
}

/** Draws the page in this font, whatever fonts are installed, and waits until it is loaded. */
export async function pinFont(font: PinnedFont): Promise<void> {
  const { text, code } = families[font]
  const { style } = document.documentElement
  style.setProperty('--topic0-font', text)
  style.setProperty('--topic0-font-mono', code)
  style.fontFamily = text
  const used = [...document.fonts].filter(({ family }) =>
    `${text}, ${code}`.includes(family.replaceAll(/["']/g, '')),
  )
  await Promise.all(used.map((face) => face.load()))
}
