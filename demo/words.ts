/** The texts around the explorer. */
export interface Words {
  readonly hardMode: string
  readonly unlimited: string
  /** What follows the number of refused calls. */
  readonly refused: (count: number) => string
  /** Labels and descriptions by key of the limitation; the server's if there is none. */
  readonly limitations: Readonly<Record<string, readonly [label: string, help: string]>>
  readonly theme: string
  readonly themes: Readonly<Record<Theme, string>>
  readonly language: string
}

/** `system` follows the browser. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const english: Words = {
  hardMode: 'Hard mode',
  unlimited: 'Three endpoints without limits.',
  refused: (count) => `${count === 1 ? 'call' : 'calls'} refused`,
  limitations: {},
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  language: 'Language',
}

const german: Words = {
  hardMode: 'Härtetest',
  unlimited: 'Drei Endpunkte ohne Grenzen.',
  refused: (count) => `${count === 1 ? 'Aufruf' : 'Aufrufe'} abgelehnt`,
  limitations: {
    ranges: ['Blockbereiche', '500, 1.000 und 200 Blöcke pro Anfrage'],
    results: ['Ergebnisse', '4.000, 3.000 und 5.000 Logs pro Antwort'],
    batches: ['Batches', '4, 1 und 3 Aufrufe pro Nachricht'],
    rates: ['Raten', 'zwei von ihnen: 12 und 30 Anfragen pro Sekunde'],
    lag: ['Rückstand', 'zwei von ihnen: 2 und 5 Blöcke hinter dem neuesten'],
    failures: ['Ausfälle', '2, 8 und 15 von 100 Nachrichten scheitern'],
  },
  theme: 'Farben',
  themes: { system: 'System', light: 'Hell', dark: 'Dunkel' },
  language: 'Sprache',
}

export const languages = { en: english, de: german } as const
export type Language = keyof typeof languages
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }
