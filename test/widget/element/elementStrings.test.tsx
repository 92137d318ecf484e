import { describe, expect, test } from 'vitest'
import { elementLanguage, loadGerman } from '../../../src/widget/element/elementStrings.ts'

describe('the language of the element', () => {
  test.each(['de', 'de-AT', 'DE'])('%s is German', (language) => expect(elementLanguage(language)).toBe('de'))
  test.each([undefined, '', 'en', 'den', 'fr-DE'])('%s is English', (language) =>
    expect(elementLanguage(language)).toBeUndefined(),
  )

  test('loads German', async () => expect(await loadGerman()).toMatchObject({ locale: 'de' }))
})
