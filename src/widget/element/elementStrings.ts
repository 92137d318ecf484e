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
