import { lazyModule } from '../../base/lazyModule.ts'
import type { PartialStrings } from '../../components/locales/english.ts'

const lazyGerman = /* @__PURE__ */ lazyModule((): Promise<{ readonly german: PartialStrings }> =>
  import.meta.env.MODE === 'standalone'
    ? import(/* @vite-ignore */ new URL('strings/de.js', scriptUrl).href)
    : import('../../strings/de.ts'),
)

/** The script that defines the element, if that is a single file: its translations are files next to it. */
const scriptUrl = findScript()?.src

function findScript(): HTMLScriptElement | undefined {
  const script = globalThis.document?.currentScript
  return script instanceof HTMLScriptElement ? script : undefined
}

/** The translation for a page's language, such as `de-AT`; `undefined` where English is shown. */
export function elementLanguage(language: string | undefined): 'de' | undefined {
  return /^de(-|$)/i.test(language ?? '') ? 'de' : undefined
}

/** Loads German. Without it, for example because only the script was copied to a server, the element shows English. */
export async function loadGerman(): Promise<PartialStrings> {
  try {
    return (await lazyGerman.load()).german
  } catch {
    return {}
  }
}

/** Milliseconds to wait for a translation before drawing in English. A later one still applies. */
const translationTimeout = 500

/** The texts of one element, in the language of its page. */
export class ElementStrings {
  readonly #onChange: () => void
  #language: 'de' | undefined
  #strings: PartialStrings | undefined = {}
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  /** The texts for a page's language; `undefined` for a moment while they load, so that English does not flash before them. */
  for(pageLanguage: string | undefined): PartialStrings | undefined {
    const language = elementLanguage(pageLanguage)
    if (language === this.#language) return this.#strings
    this.#language = language
    this.#strings = language ? undefined : {}
    clearTimeout(this.#timer)
    if (language) this.#load(language)
    return this.#strings
  }

  #load(language: 'de'): void {
    const show = (strings: PartialStrings) => {
      if (language !== this.#language) return
      clearTimeout(this.#timer)
      this.#strings = strings
      this.#onChange()
    }
    this.#timer = setTimeout(() => show({}), translationTimeout)
    void loadGerman().then(show)
  }
}
