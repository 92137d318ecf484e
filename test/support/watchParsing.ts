import { onTestFinished } from 'vitest'

/** The lengths of the texts that `JSON.parse` reads from now on, until the test ends. A spy would keep every text and value. */
export function watchParsing(): readonly number[] {
  const { parse } = JSON
  const lengths: number[] = []
  JSON.parse = (text, reviver) => {
    lengths.push(text.length)
    return parse(text, reviver)
  }
  onTestFinished(() => {
    JSON.parse = parse
  })
  return lengths
}
