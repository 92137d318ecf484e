import { useEffect, useState } from 'react'
import { languages, themes, type Language, type Theme } from './words.ts'

export interface PageSettings {
  readonly theme: Theme
  readonly language: Language
}

const key = 'topic0-demo-page'

/** The page's theme and language: the browser's preference until the user chooses. Kept across reloads. */
export function usePageSettings(): readonly [PageSettings, (settings: PageSettings) => void] {
  const [settings, setSettings] = useState(read)
  const { theme, language } = settings
  useEffect(() => {
    const { documentElement: root } = document
    root.lang = language
    root.style.colorScheme = theme === 'system' ? '' : theme
  }, [theme, language])
  return [
    settings,
    (next) => {
      localStorage.setItem(key, JSON.stringify(next))
      setSettings(next)
    },
  ]
}

function read(): PageSettings {
  const preferred = navigator.languages.map((name) => name.slice(0, 2)).find(isLanguage) ?? 'en'
  try {
    const { theme, language } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<PageSettings>
    return {
      theme: themes.find((name) => name === theme) ?? 'system',
      language: language !== undefined && isLanguage(language) ? language : preferred,
    }
  } catch {
    return { theme: 'system', language: preferred }
  }
}

function isLanguage(name: string): name is Language {
  return Object.hasOwn(languages, name)
}
