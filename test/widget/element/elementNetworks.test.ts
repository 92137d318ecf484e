import { expect, test } from 'vitest'
import { elementNetworks } from '../../../src/widget/element/elementNetworks.ts'

const none = { network: null, rpc: null, name: null }

test('without attributes both presets are available', () => {
  expect(elementNetworks(none).map(({ id }) => id)).toEqual([3721, 33772211])
})

test('endpoints are distinguished by scheme, with any separator', () => {
  const rpc = ' https://a.example, wss://s.example\n  https://b.example '
  expect(elementNetworks({ network: '8453', rpc, name: 'Base' })).toMatchObject([
    {
      id: 8453,
      name: 'Base',
      http: ['https://a.example', 'https://b.example'],
      webSocket: 'wss://s.example',
    },
  ])
  // An empty name is none.
  expect(elementNetworks({ network: '8453', rpc, name: '' })).toMatchObject([{ name: 'Chain 8453' }])
  expect(elementNetworks({ ...none, network: '3721', rpc: 'https://a.example' })).toMatchObject([
    { id: 3721, name: 'Xone Chain Mainnet', http: ['https://a.example'], webSocket: undefined },
  ])
})

test.each([
  [{ ...none, rpc: 'https://a.example' }, 'attribute network is invalid. Pass the chain id'],
  [{ ...none, network: 'base' }, 'found "base"'],
  [{ ...none, network: '8453' }, 'attribute rpc is invalid. Chain 8453'],
  [{ ...none, network: '8453', rpc: 'ftp://a.example' }, 'starts with https://'],
  [{ ...none, network: '8453', rpc: 'https://a.example http://b.example/key' }, 'must be encrypted'],
  [{ ...none, network: '8453', rpc: 'https://a.example ws://127.0.0.1.example/key' }, 'must be encrypted'],
  [{ ...none, network: '8453', rpc: 'http://localhost.example/key' }, 'must be encrypted'],
  [{ ...none, network: '8453', rpc: 'http://192.168.1.7:8545/key' }, 'must be encrypted'],
  [{ ...none, network: '8453', rpc: 'https://a.example wss://b.example/key wss://c.example' }, 'found 2'],
])('%o is refused with a message', (attributes, words) => {
  expect(() => elementNetworks(attributes)).toThrow(words)
  expect(() => elementNetworks(attributes)).not.toThrow('key')
})

test.each(['localhost:8545', 'node.localhost', '127.0.0.1:8545', '127.8.9.1', '[::1]:8545'])(
  '%s needs no encryption: it is local',
  (host) => {
    const rpc = `http://${host} ws://${host}`
    expect(elementNetworks({ ...none, network: '8453', rpc })).toMatchObject([
      { http: [`http://${host}`], webSocket: `ws://${host}` },
    ])
  },
)
