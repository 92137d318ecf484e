import { createClient } from 'viem'
import { base, xoneMainnet, xoneTestnet as testnet } from 'viem/chains'
import { expect, test } from 'vitest'
import { InvalidNetworkError } from '../../../src/errors/InvalidNetworkError.ts'
import { defineNetwork } from '../../../src/logs/archive/defineNetwork.ts'
import { scan } from '../../../src/logs/scan/scan.ts'
import type { Network } from '../../../src/rpc/networks/Network.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import { xoneTestnet } from '../../../src/rpc/networks/xoneTestnet.ts'
import { nodePool } from '../../../src/rpc/pool/nodePool.ts'
import { createFakeNode } from '../../support/fakeNode.ts'

const withSocket = {
  ...base,
  rpcUrls: { default: { http: ['https://a.example'], webSocket: ['wss://a.example'] } },
}

test('the endpoints of the chain are the default', () => {
  const network = defineNetwork(withSocket)
  expect(network).toMatchObject({ http: ['https://a.example'], webSocket: 'wss://a.example', finality: 64 })
})

test('given endpoints replace those of the chain, its socket included', () => {
  const http = ['https://mine.example']
  expect(defineNetwork(withSocket, { http })).toMatchObject({ http, webSocket: undefined })
  expect(defineNetwork(xone, { http })).toMatchObject({ http, webSocket: undefined })
  expect(defineNetwork(xone, { http, webSocket: 'wss://mine.example' }).webSocket).toBe('wss://mine.example')
})

test('a network keeps its endpoints, and its quota with them', () => {
  expect(defineNetwork(xone)).toEqual(xone)
  expect(defineNetwork({ ...xone, finality: 9 } as Network, { dailyQuota: 5 })).toEqual({
    ...xone,
    finality: 9,
    dailyQuota: 5,
  })
  const { pool } = createClient({ chain: xone, transport: nodePool() }).transport
  expect(pool.network).toEqual(xone)
  expect(defineNetwork(xone, { http: ['https://mine.example'] }).dailyQuota).toBeUndefined()
  pool.close()
})

test.each([
  ['no endpoint', { http: [] }, 'it has no endpoint'],
  ['a word for a URL', { http: ['mainnet'] }, 'an endpoint is not a URL'],
  ['a file', { http: ['file:///etc/hosts'] }, 'has the scheme "file:"'],
  ['a socket among the HTTP endpoints', { http: ['wss://a.example'] }, 'has the scheme "wss:"'],
  ['an HTTP endpoint as the socket', { webSocket: 'https://a.example' }, 'has the scheme "https:"'],
  ['a key where the scheme should be', { http: ['A-Secret-Key://node.test'] }, 'has an unknown scheme'],
  ['half a block of finality', { finality: 0.5 }, 'finality is 0.5'],
  ['a quota of nothing', { dailyQuota: 0 }, 'dailyQuota is 0'],
])('%s is refused with a message', (_, options, words) => {
  expect(() => defineNetwork(base, options)).toThrow(InvalidNetworkError)
  expect(() => defineNetwork(base, options)).toThrow(words)
  expect(() => defineNetwork(base, options)).not.toThrow(/secret/i)
})

test('the Xone presets describe the chains as viem does', () => {
  for (const [network, chain] of [
    [xone, xoneMainnet],
    [xoneTestnet, testnet],
  ] as const)
    expect(network).toMatchObject({ ...JSON.parse(JSON.stringify(chain)) })
})

test('an archive that was not passed to defineNetwork is refused, not ignored', async () => {
  const network = { ...xone, archive: 'https://logs.example/manifest.json' }
  const { fetch } = createFakeNode({ seed: 1, blocks: 10 })
  const client = createClient({ chain: network, transport: nodePool(network, { fetch, storage: null }) })
  await expect(scan(client, {}).next()).rejects.toThrow('Pass `archive` to `defineNetwork`')
})
