import type { PageSettings } from './usePageSettings.ts'
import { languageNames, themes, type Language, type Theme, type Words } from './words.ts'

interface PageControlsProps {
  readonly words: Words
  readonly settings: PageSettings
  readonly onChange: (settings: PageSettings) => void
}

/** Chooses theme and language. */
export function PageControls({ words, settings, onChange }: PageControlsProps) {
  return (
    <div className="page-controls">
      <select
        aria-label={words.theme}
        value={settings.theme}
        onChange={(event) => onChange({ ...settings, theme: event.target.value as Theme })}
      >
        {themes.map((theme) => (
          <option key={theme} value={theme}>
            {words.themes[theme]}
          </option>
        ))}
      </select>
      <select
        aria-label={words.language}
        value={settings.language}
        onChange={(event) => onChange({ ...settings, language: event.target.value as Language })}
      >
        {Object.entries(languageNames).map(([language, name]) => (
          <option key={language} value={language} lang={language}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
