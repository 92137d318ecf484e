import { parseAbi, parseAbiItem, type Abi, type AbiEvent } from 'viem'
import { describe, expect, test } from 'vitest'
import { english } from '../../../src/components/locales/english.ts'
import { parseLogSearch } from '../../../src/logs/filter/formats/parseLogSearch.ts'
import { toShareLink } from '../../../src/logs/filter/formats/toShareLink.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import { xoneTestnet } from '../../../src/rpc/networks/xoneTestnet.ts'
import { parseSearchText } from '../../../src/widget/search/parseSearchText.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const topic0 = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const hash = `0x${'1f'.repeat(32)}`
const address = '0x7b2ff7a5c5b4b1a17c1cd0ee1a6ba7b67a1c5a5e'
const link = toShareLink({ fromBlock: 5n }, { page: 'https://logs.example/x' })

const read = (text: string) =>
  parseSearchText(text, {
    contracts: [{ address, label: 'Harbour token' }],
    events: [transfer],
    networks: [xone, xoneTestnet],
    strings: english,
  })
const kinds = (text: string) => read(text).targets.map(({ kind }) => kind)

describe('possible meanings, the likeliest first', () => {
  test.each([
    [hash, ['transaction', 'block', 'topic', 'topic']],
    [`  tx ${hash.toUpperCase().replace('0X', '0x')}\n`, ['transaction', 'block', 'topic', 'topic']],
    [`https://scan.example/tx/${hash}#eventlog`, ['transaction']],
    [`cast run ${hash} --quick`, ['transaction']],
    [`https://scan.example/block/${hash}`, ['block']],
    ['https://scan.example/block/1234', ['block']],
    ['1,234,567', ['block']],
    ['#42', ['block']],
    ['1 234', ['block']],
    ['1.000', []],
    ['0x10d4f', ['block']],
    [address, ['contract', 'history', 'topic', 'topic']],
    [`https://scan.example/address/${address}?tab=logs`, ['contract', 'history', 'topic', 'topic']],
    ['harbour', ['contract']],
    ['transfer', ['event']],
    ['Moved(address indexed who, uint256 amount)', ['event']],
    [topic0, ['event']],
    [link, ['link']],
    [link.slice(link.indexOf('#')), ['link']],
    [`{"method":"eth_getLogs","params":[{"address":"${address}"}]}`, ['query']],
    [`cast logs --address ${address}`, ['query']],
    ['', []],
    ['good morning', []],
    [`${hash} ${topic0}`, []],
  ])('%s', (text, expected) => {
    expect(kinds(text)).toEqual(expected)
    for (const target of read(text).targets)
      if ('query' in target) expect(() => parseLogSearch(target.query)).not.toThrow()
  })
})

test('a link to a page of a token is about the token, not the holder in its query', () => {
  const holder = `0x${'22'.repeat(20)}`
  const found = (link: string) => read(link).targets[0]
  const token = { kind: 'contract', query: { address } }
  expect(found(`https://scan.example/token/${address}?a=${holder}`)).toMatchObject(token)
  expect(found(`https://scan.example/token/${address}#balances/${holder}`)).toMatchObject(token)
  expect(found(`https://scan.example/holders?token=${address}`)).toMatchObject(token)
  expect(found(`https://scan.example/holders?token=${address}&a=${holder}`)).toBeUndefined()
  expect(found(`https://scan.example/pair/${address}/${holder}`)).toBeUndefined()
})

test('an address is searched as contract and as indexed argument', () => {
  const queries = read(address).targets.map((target) => 'query' in target && target.query)
  const padded = `0x${address.slice(2).padStart(64, '0')}`
  expect(queries).toMatchObject([
    { address, fromBlock: 'latest-1999' },
    { address },
    { topics: [null, padded] },
    { topics: [null, null, padded] },
  ])
})

test('events of one signature are searched together, each once', () => {
  const collectible = parseAbiItem(
    'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  )
  const other = parseAbiItem('event Transfer(bytes32 indexed id)')
  const fromCompiler: AbiEvent = {
    ...transfer,
    anonymous: false,
    inputs: transfer.inputs.map((input) => ({ ...input, internalType: input.type })),
  }
  const targetsOf = (text: string, events: readonly AbiEvent[]) =>
    parseSearchText(text, { contracts: [], events, networks: [xone], strings: english }).targets
  const events = [collectible, transfer, other, fromCompiler]
  const together = {
    text: 'Transfer(address, address, uint256)',
    query: { events: [collectible, fromCompiler] },
  }
  expect(targetsOf('transfer', events)).toMatchObject([together, { text: 'Transfer(id)' }])
  expect(targetsOf(topic0, events)).toMatchObject([together])
  // Types alone do not tell which arguments are indexed.
  expect(targetsOf('Transfer(address,address,uint256)', events)).toMatchObject([together])
  expect(targetsOf('Transfer(address indexed,address,uint256)', events)).toMatchObject([
    { query: { events: [{ inputs: [{ indexed: true }, {}, {}] }] } },
  ])
  expect(targetsOf('Transfer(address,bool)', events)).toMatchObject([{ text: 'Transfer(address, bool)' }])
  expect(targetsOf('transfer', [transfer, fromCompiler])).toMatchObject([
    { text: 'Transfer(from, to, value)' },
  ])
})

test('events that share a name and the names of arguments differ by their types', () => {
  const events = parseAbi(['event Set(uint256 value)', 'event Set(address value)'])
  expect(
    parseSearchText('set', { contracts: [], events, networks: [xone], strings: english }).targets,
  ).toMatchObject([{ text: 'Set(uint256)' }, { text: 'Set(address)' }])
})

test('capitals of an address are checked', () => {
  const mixed = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
  expect(read(mixed).targets).toHaveLength(4)
  const { targets, issues } = read(mixed.replace('Fb', 'fb'))
  expect([targets.length, issues.map(({ kind }) => kind)]).toEqual([0, ['address-capitals']])
})

test('why a request or link cannot be read is reported', () => {
  expect(read('{"method":"eth_call"}').issues).toMatchObject([{ path: 'method' }])
  expect(read('https://logs.example/#from=x&v=1').issues).toMatchObject([{ path: 'fromBlock' }])
  expect(read('cast logs --from-block soon').issues).toMatchObject([{ path: 'fromBlock' }])
})

test('a link to a block explorer is about its network', () => {
  const at = (url: string) => read(url).network?.id
  expect(at(`${xoneTestnet.blockExplorers!.default.url}/tx/${hash}`)).toBe(xoneTestnet.id)
  expect(at(`${xone.blockExplorers!.default.url}/tx/${hash}`)).toBe(xone.id)
  expect(at(`https://scan.example/tx/${hash}`)).toBe(xone.id)
  expect(at(hash)).toBe(xone.id)
})

describe('a cast command whose arguments have no names', () => {
  const account = `0x${'22'.repeat(20)}` as const
  const unnamed = '"Transfer(address indexed,address indexed,uint256)"'
  const own = parseAbi(['event Transfer(address indexed payer, address indexed payee, uint256 amount)'])
  const readWith = (text: string, abi?: Abi) =>
    parseSearchText(text, {
      contracts: [{ address, label: 'Harbour token', abi }],
      events: [transfer],
      networks: [xone],
      strings: english,
    }).targets.flatMap((target) => ('query' in target ? target.query : []))[0]

  test('gets those of its contract', () => {
    const query = readWith(`cast logs --address ${address} ${unnamed} '' ${account}`, own)
    expect(query).toMatchObject({ address, events: own, args: { payee: account } })
    const shape = (text: string, abi?: Abi) => parseLogSearch(readWith(text, abi)!).filter.topics
    const line = `cast logs --address ${address} ${unnamed} '' ${account}`
    expect(shape(line, own)).toEqual(shape(line))
  })

  test('without a contract, gets those of the only known event', () => {
    expect(readWith(`cast logs ${unnamed}`)).toMatchObject({ events: [transfer] })
  })

  test.each([
    ['has no ABI', undefined],
    [
      'indexes other arguments',
      parseAbi(['event Transfer(address indexed a, address b, uint256 indexed c)']),
    ],
    ['names them in two ways', [...own, transfer]],
  ])('gets none if its contract %s', (_, abi) => {
    const [event] = readWith(`cast logs --address ${address} ${unnamed}`, abi)!.events!
    expect(event!.inputs.every(({ name }) => !name)).toBe(true)
  })

  test('names that are given stay', () => {
    const named = '"Transfer(address indexed a,address indexed b,uint256 c)"'
    const [event] = readWith(`cast logs --address ${address} ${named}`, own)!.events!
    expect(event!.inputs.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  })
})
