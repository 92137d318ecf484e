import { describe, expect, test } from 'vitest'
import { elementLanguage, loadElementStrings } from '../../../src/widget/element/elementStrings.ts'

describe('the language of the element', () => {
  test.each(['de', 'de-AT', 'DE'])('%s is German', (language) => expect(elementLanguage(language)).toBe('de'))
  test.each([undefined, '', 'en', 'den', 'fr-DE'])('%s is English', (language) =>
    expect(elementLanguage(language)).toBeUndefined(),
  )

  test.each([undefined, 'https://a.invalid/dist/element.js'])(
    'without its translation, next to %s, it stays English',
    async (script) => expect(await loadElementStrings('de', script)).toEqual({}),
  )
})
