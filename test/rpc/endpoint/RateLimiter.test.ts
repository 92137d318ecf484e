import { expect, test } from 'vitest'
import { RateLimiter } from '../../../src/rpc/endpoint/RateLimiter.ts'

test.each([
  ['15/second request limit reached', 15],
  ['more than 50 requests per second', 50],
  ['limited to 25 req/sec', 25],
  ['limited to 2 requests / second', 2],
  // Rates this high are not limited.
  ['more than 1,100 requests per second', undefined],
  ['too many requests', undefined],
])('the rate in "%s" is %s', (message, rate) => {
  expect(new RateLimiter(undefined, 0).learnFromRefusal(message, 0)).toBe(rate)
})
