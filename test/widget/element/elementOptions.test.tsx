import { describe, expect, test } from 'vitest'
import { InvalidAttributeError } from '../../../src/errors/InvalidAttributeError.ts'
import { elementOptions } from '../../../src/widget/element/elementOptions.ts'

const read = (attributes: Record<string, string>) => elementOptions((name) => attributes[name] ?? null)

describe('attributes of the element', () => {
  test('are optional', () => expect(read({})).toEqual({}))

  test('boolean attributes are true when present, as in HTML, unless "false"', () => {
    expect(read({ 'url-state': '' })).toEqual({ urlState: true })
    expect(read({ 'url-state': 'true' })).toEqual({ urlState: true })
    expect(read({ 'url-state': 'false' })).toEqual({})
  })

  test('numeric attributes are parsed', () => {
    expect(read({ 'confirm-above': '0', 'polling-interval': '2000' })).toEqual({
      confirmAbove: 0,
      pollingInterval: 2_000,
    })
  })

  test('services use the given address; signatures have a default', () => {
    const { lookups } = read({ 'abi-lookup': 'https://scan.example/api?key=1', 'signature-lookup': '' })
    expect(lookups?.map(({ name, by }) => [name, by])).toEqual([
      ['scan.example', 'address'],
      ['api.4byte.sourcify.dev', 'topic'],
    ])
    const own = read({ 'signature-lookup': 'https://names.example' })
    expect(own.lookups?.map(({ name }) => name)).toEqual(['names.example'])
  })

  test.each([
    ['confirm-above', 'half'],
    ['confirm-above', ''],
    ['confirm-above', '-1'],
    ['polling-interval', '10'],
    ['abi-lookup', 'javascript:alert(1)'],
    ['signature-lookup', 'https://'],
  ])('%s="%s" is explained', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(InvalidAttributeError)
    expect(() => read({ [name]: value })).toThrow(new RegExp(name))
  })
})
