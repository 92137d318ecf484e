import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classify } from '../../../src/rpc/classify/classify.ts'
import { findSecrets } from '../../../src/rpc/classify/findSecrets.ts'
import { redact } from '../../../src/rpc/classify/redact.ts'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
/** At least one digit: text of letters alone may be an ordinary word, and parts of it stay. */
const key = fc
  .tuple(
    fc.array(fc.constantFrom(...letters.split('')), { minLength: 7, maxLength: 32 }),
    fc.nat({ max: 9 }),
    fc.nat({ max: 7 }),
  )
  .map(([chars, digit, at]) => chars.toSpliced(at, 0, String(digit)).join(''))

const basic = (user: string, password: string) => btoa(`${user}:${password}`)

/** Where a key appears in a request, and which part of it a node may echo. */
const place = fc.oneof(
  key.map((k) => ({ url: `https://node.test/v2/${k}`, secret: k })),
  key.map((k) => ({ url: `https://node.test/v2/${k}.json`, secret: k })),
  key.map((k) => ({ url: `https://node.test/v2/${k}`, secret: k, extension: '.json' })),
  key.map((k) => ({ url: `https://node.test/?${k}`, secret: k })),
  key.map((k) => ({ url: `https://node.test/rpc?apikey=${k}`, secret: k })),
  key.map((k) => ({ url: `https://node.test/rpc?a=1&${'n'.repeat(6)}${k}`, secret: k })),
  key.map((k) => ({ url: `wss://node.test/ws/${k}?a=1`, secret: k })),
  key.map((k) => ({ url: `https://node.test/#${k}`, secret: k })),
  key.map((k) => ({ url: `https://node.test/v2/%7B${k}%7D`, secret: `{${k}}` })),
  fc.tuple(key, key).map(([u, p]) => ({ url: `https://${u}:${p}@node.test/`, secret: basic(u, p) })),
  fc.tuple(key, key).map(([u, p]) => ({ url: `https://${u}:${p}@node.test/`, secret: p })),
  key.map((k) => ({ url: 'https://node.test/', headers: { authorization: `Bearer ${k}` }, secret: k })),
  key.map((k) => ({ url: 'https://node.test/', headers: { 'x-api-key': k }, secret: k })),
  fc.tuple(key, key).map(([u, p]) => ({
    url: 'https://node.test/',
    headers: { authorization: `Basic ${basic(u, p)}` },
    secret: p,
  })),
)

/** Whole, in upper or lower case, or in part. */
const distortion = fc.oneof(
  fc.constant((text: string) => text),
  fc.constant((text: string) => text.toLowerCase()),
  fc.constant((text: string) => text.toUpperCase()),
  fc.tuple(fc.nat({ max: 100 }), fc.nat({ max: 40 })).map(([from, more]) => (text: string) => {
    const start = Math.min(from, Math.max(0, text.length - 6))
    return text.slice(start, start + 6 + more)
  }),
)
const around = fc.constantFrom('', ' ', '"', '/', 'x', '0', '…', '\u200b', '***')

/** The longest run of characters that a text shares with a key. */
function longestShared(text: string, secret: string): number {
  const [plain, sought] = [text.toLowerCase(), secret.toLowerCase()]
  let longest = 0
  for (let from = 0; from < sought.length; from++)
    while (plain.includes(sought.slice(from, from + longest + 1)) && from + longest < sought.length) longest++
  return longest
}

describe('a key that a node echoes', () => {
  test('appears in no error: whole, in another case, or in part', () => {
    fc.assert(
      fc.property(place, distortion, around, around, (where, distort, before, after) => {
        const { url, secret } = where
        const headers = 'headers' in where ? where.headers : {}
        const extension = 'extension' in where ? where.extension : ''
        const said = `${before}${distort(secret)}${extension}${after}`
        const error = classify({
          endpoint: 'node.test',
          method: 'eth_subscribe',
          code: -32600,
          message: `the project ${said} may not do this; see ${url}`,
          data: `0x${said}`,
          secrets: findSecrets(url, headers),
        })
        const shown = `${error.details ?? ''} ${JSON.stringify(error.data)}`
        expect(longestShared(shown, secret)).toBeLessThan(6)
        expect(error.details).toContain('may not do this')
      }),
    )
  })

  test('is hidden in hex data; other data stays', () => {
    const secrets = findSecrets('https://node.test/0123456789abcdef0123456789abcdef')
    const refuse = (data: unknown) =>
      classify({ endpoint: 'node.test', method: 'eth_call', message: 'reverted', data, secrets }).data
    expect(JSON.stringify(refuse('0x0123456789abcdef0123456789abcdef'))).not.toContain('6789ab')
    expect(refuse({ data: '0x00000123456789ABCDEF0123456789ABCDEF' })).toBeUndefined()
    expect(refuse('0x08c379a0')).toBe('0x08c379a0')
    expect(refuse({ data: '0x08c379a0' })).toEqual({ data: '0x08c379a0' })
  })
})

test('ordinary words of a URL stay readable', () => {
  const secrets = findSecrets('https://node.test/v1/ethereum-mainnet/archive?network=sepolia')
  expect(redact('ethereum archive requests on mainnet are limited', secrets)).toBe(
    'ethereum archive requests on mainnet are limited',
  )
})
