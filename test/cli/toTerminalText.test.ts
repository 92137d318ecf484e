import { expect, test } from 'vitest'
import { toTerminalText } from '../../src/cli/toTerminalText.ts'

test('escapes what a terminal obeys or hides', () => {
  const hostile = 'a\u001b[2J\u0007\rb\u009b31m\u202e\u200b\u{e0041}\u007f'
  expect(toTerminalText(hostile)).toBe(
    String.raw`a\u001b[2J\u0007\u000db\u009b31m\u202e\u200b\udb40\udc41\u007f`,
  )
})

test('keeps lines, tabs and other scripts', () => {
  const text = 'a,b\r\n1\t2\nZürich 東京 ─ ½ 🙂\n'
  expect(toTerminalText(text)).toBe(text)
})

test('JSON stays the same JSON', () => {
  const value = { name: '\u009b31m\u{e0041}\u2028x\\' }
  expect(JSON.parse(toTerminalText(JSON.stringify(value)))).toEqual(value)
})
