import { fireEvent, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ChainText } from '../../src/components/values/ChainText.tsx'
import { DecodedValue } from '../../src/components/values/DecodedValue.tsx'
import { formatTime } from '../../src/components/values/formatTime.ts'
import { explorerLinks } from '../../src/components/values/LinkBuilders.ts'
import { valueToText } from '../../src/components/values/valueToText.ts'
import { visibleParts, visibleText } from '../../src/components/values/visibleText.ts'
import { anyText } from '../support/anyText.ts'

describe('visibleText', () => {
  const unseen = [
    '\u202e',
    '\u2066',
    '\u200b',
    '\u200d',
    '\ufeff',
    '\u0000',
    '\u001b',
    '\u007f',
    '\u0085',
    '\u00ad',
    '\u061c',
    '\u2028',
    '\u3164',
    '\ud800',
    '\u{e0041}',
    '\ufe0f',
    '\u2800',
  ]
  const text = fc
    .array(fc.oneof(anyText({ maxLength: 4 }), fc.constantFrom(...unseen)))
    .map((parts) => parts.join(''))

  test('leaves no invisible characters, and the rest unchanged', () => {
    fc.assert(
      fc.property(text, (given) => {
        const shown = visibleText(given)
        expect(shown).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u)
        const parts = visibleParts(given)
        expect(parts.map((part) => part.text).join('')).toBe(shown)
        for (const part of parts)
          if (!part.escaped) expect(given.slice(part.at, part.at + part.text.length)).toBe(part.text)
        expect(visibleText(shown)).toBe(shown)
      }),
    )
  })

  test.each(unseen)('%j is escaped by its code point', (character) => {
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(2, '0')
    expect(visibleText(`a${character}b`)).toBe(`a\\u{${code}}b`)
  })

  test('text in any script is unchanged', () => {
    for (const word of ['Überweisung', '转账', 'حوالة', 'ट्रांसफर', 'a b', '😀'])
      expect(visibleText(word)).toBe(word)
  })

  test('escapes are marked on screen, and markup stays text', () => {
    const { container } = render(<ChainText text={'<b>\u202ex</b>'} />)
    expect(container.querySelector('.topic0-escape')).toHaveTextContent('\\u{202E}')
    expect(container.querySelector('b')).toBeNull()
    expect(container).toHaveTextContent('<b>\\u{202E}x</b>')
  })
})

describe('explorerLinks', () => {
  const hash = `0x${'ab'.repeat(32)}` as const

  test('joins the base with the usual paths', () => {
    const links = explorerLinks('https://scan.example/', undefined)
    expect(links.transaction(hash)).toBe(`https://scan.example/tx/${hash}`)
    expect(links.block(7n)).toBe('https://scan.example/block/7')
  })

  test.each([
    'javascript:alert(1)//',
    'http://scan.example',
    'data:text/html,x',
    '//scan.example',
    'https://user:key@scan.example',
  ])('nothing links to %s', (url) => {
    expect(explorerLinks(url, undefined).transaction(hash)).toBeUndefined()
    expect(explorerLinks(undefined, { block: () => url }).block(1n)).toBeUndefined()
  })

  test('malformed hex yields no link', () => {
    const links = explorerLinks('https://scan.example', undefined)
    expect(links.transaction('0xab/../../evil')).toBeUndefined()
    expect(links.address(hash)).toBeUndefined()
  })
})

describe('valueToText', () => {
  test('tuples and lists are on one line, with all names', () => {
    const value = {
      fields: [
        { name: '__proto__', type: 'bool', value: true },
        { name: '', type: 'uint8[]', value: [1n, 2n] },
      ],
    }
    expect(valueToText(value, 80)).toBe('(__proto__: true, [1, 2])')
    expect(valueToText(`0x${'ab'.repeat(32)}`, 80)).toBe('0xabab…abab')
  })

  test('is not cut within a character', () => {
    expect(valueToText(`${'x'.repeat(79)}😀😀`, 80)).toBe(`${'x'.repeat(79)}…`)
    expect(valueToText(`${'x'.repeat(78)}😀😀`, 80)).toBe(`${'x'.repeat(78)}😀…`)
  })

  test('is short, however large the value', () => {
    expect(valueToText('x'.repeat(1_000_000), 80).length).toBeLessThan(90)
    expect(
      valueToText(
        Array.from({ length: 100_000 }, () => 'yyyy'),
        80,
      ).length,
    ).toBeLessThan(120)
  })
})

test('a huge value is shown only as far as the page can bear, and says so', () => {
  const { container, rerender } = render(
    <DecodedValue type="uint256[]" value={Array.from({ length: 2_100 }, () => 1n)} />,
  )
  expect(screen.getByText('Show the first 2,000 of 2,100')).toBeVisible()
  rerender(<DecodedValue type="string" value={'a'.repeat(20_001)} />)
  fireEvent.click(screen.getByText('Show the first 20,000 of 20,001 characters'))
  expect(screen.getByText('20,000 of 20,001 characters')).toBeVisible()
  expect(container.querySelector('bdi')).toHaveTextContent(/^a{20000}…$/)
})

test('times are the same on every machine', () => {
  expect(formatTime(0n)).toBe('1970-01-01 00:00:00')
  expect(formatTime(2n ** 64n)).toBeUndefined()
})
