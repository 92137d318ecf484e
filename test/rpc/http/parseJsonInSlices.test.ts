import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJsonInSlices, parseJsonSteps } from '../../../src/rpc/http/parseJsonInSlices.ts'
import { watchParsing } from '../../support/watchParsing.ts'

const encode = (text: string) => new TextEncoder().encode(text)

function parse(bytes: Uint8Array): { value: unknown; steps: number[] } {
  const steps: number[] = []
  const run = parseJsonSteps(bytes)
  for (;;) {
    const { done, value } = run.next()
    if (done) return { value, steps }
    steps.push(value)
  }
}

/** Long enough for several slices: the drawn value repeated, at every depth. */
const large = fc
  .tuple(
    fc.jsonValue({ maxDepth: 4 }),
    fc.jsonValue({ maxDepth: 2 }),
    fc.nat({ max: 3 }),
    fc.nat({ max: 90_000 }),
  )
  .map(([one, other, depth, length]) => {
    const size = JSON.stringify(one).length + 1
    let value: unknown = {
      id: 1,
      ['__proto__']: other,
      result: [...Array.from({ length: Math.ceil(200_000 / size) }, () => one), 'é'.repeat(length), other],
      after: [],
    }
    for (let k = 0; k < depth; k++) value = k % 2 ? [other, value, {}] : { other, value }
    return value
  })

describe('JSON of any size', () => {
  test('is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(large, fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, undefined, space)
        expect(parse(encode(text)).value).toEqual(JSON.parse(text))
      }),
      { numRuns: 60 },
    )
  })

  test('cut short or with a byte changed, it parses as JSON.parse does, or not at all', async () => {
    await fc.assert(
      fc.asyncProperty(
        large,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat({ max: 255 }),
        fc.boolean(),
        async (value, where, byte, cut) => {
          let bytes = encode(JSON.stringify(value))
          const at = Math.floor(where * (bytes.length - 1))
          if (cut) bytes = bytes.slice(0, at)
          else bytes[at] = byte
          let expected: unknown
          try {
            expected = JSON.parse(new TextDecoder().decode(bytes))
          } catch {
            // It is not JSON.
          }
          expect(await parseJsonInSlices(bytes)).toEqual(expected)
        },
      ),
      { numRuns: 100 },
    )
  })
})

const largest = (numbers: readonly number[]) => numbers.reduce((most, number) => Math.max(most, number), 0)

describe('hostile JSON', () => {
  const megabytes = (unit: string, open: string, close: string) =>
    encode(open + unit.repeat(Math.floor((2 * 2 ** 20) / unit.length)) + close)

  test.each<[string, Uint8Array]>([
    ['empty objects', megabytes('{},', '{"id":1,"result":[', '{}]}')],
    ['empty lists', megabytes('[],', '[', '[]]')],
    ['keys', megabytes('"a":{},', '{', '"a":1}')],
    ['opening brackets', megabytes('[', '', '')],
    ['brackets that close', megabytes('[', '', ']'.repeat(2 * 2 ** 20))],
    ['nested objects', megabytes('{"a":', '', '1')],
    ['nested lists beside each other', megabytes(`${'['.repeat(500)}${']'.repeat(500)},`, '[', '0]')],
    ['white space', megabytes(' ', '[', ']')],
    ['one number', megabytes('9', '', '')],
    ['one string', megabytes('x', '"', '"')],
    ['one string of escapes', megabytes('\\u0000', '"', '"')],
    ['large strings', megabytes(`"${'x'.repeat(200_000)}",`, '[', '0]')],
  ])('of %s is parsed in small parts, each once, or refused', async (_, bytes) => {
    const lengths = watchParsing()
    const steps: number[] = []
    const run = parseJsonSteps(bytes)
    try {
      for (let step = run.next(); !step.done; step = run.next()) steps.push(step.value)
    } catch (error) {
      expect((error as Error).name).toMatch(/Error/)
    }
    const isOneString = bytes[0] === 34
    if (!isOneString) {
      // A string of 200,000 characters cannot be split; every other part is at most a slice.
      expect(largest(lengths)).toBeLessThan(200_100)
      expect(largest(steps.map((at, k) => at - (steps[k - 1] ?? 0)))).toBeLessThanOrEqual(2 ** 18)
    }
    // At most two brackets for each part.
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(bytes.length * 1.1)
  })

  test('has strings of any length, with escaped characters anywhere', async () => {
    for (let length = 250; length < 265; length++)
      for (const escaped of ['"', '\\', '\n"'])
        for (const at of [0, 1, 200, length - 1, length, length + 40]) {
          const text = `${'x'.repeat(at)}${escaped}${'y'.repeat(100)}`
          const value = { [text]: [text, text.slice(0, length)], last: 'x'.repeat(length) }
          expect(await parseJsonInSlices(encode(JSON.stringify(value)))).toEqual(value)
          const unclosed = JSON.stringify(text).slice(0, -1)
          expect(await parseJsonInSlices(encode(`[${unclosed}`))).toBeUndefined()
        }
  })

  test('is refused where it nests deeper than any valid response, or has more values', async () => {
    expect(await parseJsonInSlices(encode('['.repeat(100_000) + ']'.repeat(100_000)))).toBeUndefined()
    expect(await parseJsonInSlices(encode(`[${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}]`))).toBeUndefined()
    expect(await parseJsonInSlices(encode(`[${'0,'.repeat(5_000_000)}0]`))).toBeUndefined()
    expect(await parseJsonInSlices(encode('['.repeat(2_000) + ']'.repeat(2_000)))).toBeDefined()
  })

  test('is abandoned once no caller waits for it', async () => {
    const controller = new AbortController()
    const bytes = encode(`[${'{"a":"bc"},'.repeat(100_000)}0]`)
    const parsed = parseJsonInSlices(bytes, { signal: controller.signal, sliceTime: 0 })
    controller.abort()
    await expect(parsed).rejects.toMatchObject({ name: 'AbortError' })
  })
})
