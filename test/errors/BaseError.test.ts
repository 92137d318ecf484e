import { expect, test } from 'vitest'
import { BaseError, findTopic0Error } from '../../src/errors/BaseError.ts'

test('walk finds a cause, or the root one', () => {
  const root = new TypeError('root')
  const error = new BaseError('Outer.', { cause: new Error('middle', { cause: root }) })
  expect(error.walk()).toBe(root)
  expect(error.walk((one) => one instanceof TypeError)).toBe(root)
  expect(error.walk((one) => one instanceof RangeError)).toBeUndefined()
  expect(findTopic0Error(new Error('viem', { cause: error }))).toBe(error)
  expect(findTopic0Error(root)).toBeUndefined()
  expect(findTopic0Error('not an error')).toBeUndefined()
})

test('causes that form a circle are visited once', () => {
  const first = new Error('first')
  const second = new Error('second', { cause: first })
  first.cause = second
  expect(findTopic0Error(first)).toBeUndefined()
  const error = new BaseError('Outer.', { cause: first })
  expect(error.walk()).toBe(second)
  expect(error.walk((one) => one instanceof RangeError)).toBeUndefined()
  first.cause = error
  expect(findTopic0Error(second)).toBe(error)
  expect(error.walk()).toBe(first)
})
