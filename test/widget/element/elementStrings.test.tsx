import { describe, expect, test } from 'vitest'
import { german } from '../../../src/components/strings/german.ts'
import { elementStrings } from '../../../src/widget/element/elementOptions.ts'

describe('the language of the element', () => {
  test.each(['de', 'de-AT', 'DE'])('%s is German', (language) =>
    expect(elementStrings(language)).toBe(german),
  )
  test.each([undefined, '', 'en', 'den', 'fr-DE'])('%s is not', (language) =>
    expect(elementStrings(language)).toBeUndefined(),
  )
})
