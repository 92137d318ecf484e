import type { PartialStrings } from '../../components/locales/english.ts'

/** The script of this page that defines the element: translations are published beside it. */
const scriptUrl = globalThis.document === undefined ? undefined : findScript()?.src

/** A module has no `currentScript`: its tag is found by its name. */
function findScript(): HTMLScriptElement | undefined {
  const current = document.currentScript
  if (current instanceof HTMLScriptElement) return current.src === '' ? undefined : current
  const modules = document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')
  return [...modules].find(({ src }) => new URL(src).pathname.endsWith('/element.js'))
}

/** The translation for a page's language, such as `de-AT`; `undefined` where English is shown. */
export function elementLanguage(language: string | undefined): 'de' | undefined {
  return /^de(-|$)/i.test(language ?? '') ? 'de' : undefined
}

/** Loads a translation. Without one, for example because only the script was copied to a server, the element shows English. */
export async function loadElementStrings(language: 'de', base = scriptUrl): Promise<PartialStrings> {
  if (base === undefined) return {}
  try {
    const module = (await import(/* @vite-ignore */ new URL(`strings/${language}.js`, base).href)) as {
      german: PartialStrings
    }
    return module.german
  } catch {
    return {}
  }
}
