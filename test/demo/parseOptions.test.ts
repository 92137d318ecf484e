import { describe, expect, test } from 'vitest'
import { parseOptions, UsageError } from '../../demo/parseOptions.mjs'

describe('parseOptions', () => {
  test('without arguments: the local chain, ports that may move', () => {
    expect(parseOptions([])).toEqual({
      help: false,
      rpc: [],
      abi: [],
      lookup: false,
      port: { number: 3721, explicit: false },
      chainPort: { number: 8545, explicit: false },
    })
  })

  test('takes any number of endpoints', () => {
    const { rpc } = parseOptions(['--rpc', 'https://a.example', '--rpc=ws://127.0.0.1:8546'])
    expect(rpc).toEqual(['https://a.example', 'ws://127.0.0.1:8546'])
  })

  test('a port that the user named is not replaced by another', () => {
    expect(parseOptions(['--port', '4000', '--chain-port=9000'])).toMatchObject({
      port: { number: 4000, explicit: true },
      chainPort: { number: 9000, explicit: true },
    })
  })

  test.each([
    [['--prot', '1'], "Unknown option '--prot'."],
    [['somewhere'], "Unexpected argument 'somewhere'."],
    [
      ['--rpc', 'rpc.example.org'],
      '--rpc "rpc.example.org" is not the URL of an endpoint: write it in full, such as https://rpc.example.org or ws://127.0.0.1:8546.',
    ],
    [
      ['--rpc', 'ftp://rpc.example.org'],
      '--rpc "ftp://rpc.example.org" is not the URL of an endpoint: write it in full, such as https://rpc.example.org or ws://127.0.0.1:8546.',
    ],
    [['--port', '0'], '--port "0" is not a port: use a whole number from 1 to 65535.'],
    [['--port', '70000'], '--port "70000" is not a port: use a whole number from 1 to 65535.'],
    [['--chain-port', '1e3'], '--chain-port "1e3" is not a port: use a whole number from 1 to 65535.'],
    [
      ['--rpc', 'http://a.example', '--chain-port', '9000'],
      '--chain-port is the port of the local chain, which --rpc replaces: use only one of them.',
    ],
  ])('refuses %j', (args, message) => {
    let error: unknown
    try {
      parseOptions(args)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(UsageError)
    expect((error as UsageError).message).toBe(message)
  })
})
