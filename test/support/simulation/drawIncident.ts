import { logId } from '../../../src/logs/order.ts'
import type { TestCall, EndpointFaults } from '../../../src/testing/EndpointFaults.ts'
import { toRpcHeader } from '../../../src/testing/rpcObjects.ts'
import type { TestEndpoint } from '../../../src/testing/TestEndpoint.ts'
import type { WireLog } from '../../../src/testing/WireLog.ts'
import { mangleSome } from '../mangleLogs.ts'
import type { World } from './world.ts'

type Incident = (world: World) => string
type SocketFaults = NonNullable<EndpointFaults['socket']>

const someEndpoint = (world: World) => world.random.pick(world.node.endpoints)

/** Changes one endpoint's faults, and returns a description. */
function strike(world: World, faults: EndpointFaults, words: string): string {
  const endpoint = someEndpoint(world)
  endpoint.faults = { ...endpoint.faults, ...faults }
  return `${endpoint.host} ${words}`
}

/** The first endpoint is the one with the socket. */
function strikeSocket(world: World, socket: SocketFaults, words: string): string {
  const [endpoint] = world.node.endpoints
  if (endpoint) endpoint.faults = { ...endpoint.faults, socket: { ...endpoint.faults.socket, ...socket } }
  return `the socket ${words}`
}

const liesAboutHead = ({ faults }: TestEndpoint) => faults.ahead !== undefined || faults.respond !== undefined

/** The header of a block that no endpoint has. */
function inventHead({ node, random }: World) {
  const { chain } = node
  const header = toRpcHeader(chain.block(Number(chain.head))!)
  return {
    ...header,
    number: `0x${(Number(chain.head) + 1_000_000).toString(16)}`,
    hash: random.hex(32),
    parentHash: random.hex(32),
  }
}

const incidents: readonly Incident[] = [
  // An endpoint recovers; this is the most frequent incident.
  ...Array.from({ length: 8 }, (): Incident => (world) => {
    const endpoint = someEndpoint(world)
    endpoint.faults = {}
    return `${endpoint.host} is well`
  }),
  (world) => {
    const lag = 1 + world.random.below(8)
    return strike(world, { lag, beyondHead: world.random.pick(['clamp', 'error', 'empty']) }, `lags ${lag}`)
  },
  (world) => {
    const lag = 1 + world.random.below(5)
    const endpoint = someEndpoint(world)
    endpoint.faults = { ...endpoint.faults, lag: (endpoint.faults.lag ?? 0) + lag }
    return `${endpoint.host} goes back ${lag}`
  },
  (world) => {
    if (world.node.endpoints.some(({ faults }) => faults.respond)) return 'nothing'
    return strike(world, { ahead: 1_000_000 }, 'claims to be a million ahead')
  },
  (world) => {
    const down = world.random.pick(['cors', 'html', 'html-503', 'empty', 'null', 'object', 'hang'] as const)
    return strike(world, { down }, `is down: ${down}`)
  },
  (world) => strike(world, { errorRate: 0.3 }, 'fails now and then'),
  (world) => strike(world, { rateLimit: { times: 1 + world.random.below(4) } }, 'has had enough for now'),
  (world) => {
    const limit = 2 + world.random.below(40)
    return strike(world, { maxBlockRange: limit }, `takes ${limit} blocks at most`)
  },
  (world) => strike(world, { maxResults: 8 + world.random.below(40) }, 'limits results'),
  (world) => strike(world, { tamper: (logs) => [...logs, ...logs.slice(0, 2)] }, 'repeats logs'),
  (world) => {
    const every = world.random.pick([1, 3, 20])
    return strike(world, { tamper: mangleSome(world.random, every) }, `mangles one log in ${every}`)
  },
  (world) => {
    const code = world.random.pick([-32000, -32602, -32600, -32603])
    return strike(
      world,
      { filters: 'gone', filterError: { code, message: world.random.pick(['filter not found', 'no']) } },
      `loses filters with ${code}`,
    )
  },
  (world) => strike(world, { filters: 'silent' }, 'answers every filter with []'),
  (world) => strike(world, { filters: 'skips' }, 'reports every other change'),
  (world) => strike(world, { filters: 'repeats' }, 'reports each change twice and then as removed'),
  (world) => {
    const [method, code] = world.random.pick([
      ['eth_newFilter', -32601],
      ['eth_newFilter', -32004],
      ['eth_getFilterChanges', -32601],
    ] as const)
    const refuse = { [method]: { code, message: `the method ${method} does not exist/is not available` } }
    return strike(world, { refuse }, `has no ${method}`)
  },
  (world) => {
    const { filters, host } = someEndpoint(world)
    filters.clear()
    return `${host} forgets its filters`
  },
  (world) => {
    // It leaves out the same logs every time.
    const { omitted, random } = world
    const every = 2 + random.below(4)
    const tamper = (logs: WireLog[]) =>
      logs.filter(({ data, blockHash, logIndex }) => {
        const isLeftOut = Number.parseInt(data.slice(2, 10), 16) % every === 0
        if (isLeftOut) omitted.add(logId({ blockHash, logIndex: Number(logIndex) }))
        return !isLeftOut
      })
    return strike(world, { tamper }, `leaves out one log in ${every}`)
  },
  (world) => {
    const endpoint = someEndpoint(world)
    const others = world.node.endpoints.filter((other) => other !== endpoint)
    // Without another honest endpoint, this cannot be noticed.
    if (others.length === 0 || others.some(liesAboutHead)) return 'nothing'
    const respond = ({ method, params: [block] }: TestCall) =>
      method === 'eth_getBlockByNumber' && block === 'latest' ? { result: inventHead(world) } : undefined
    endpoint.faults = { ...endpoint.faults, respond }
    return `${endpoint.host} invents a head a million ahead`
  },
  (world) => strike(world, { bloom: 'empty' }, 'sends empty blooms'),
  (world) => strike(world, { bloom: 'full' }, 'sends full blooms'),
  ({ node }) => {
    for (const socket of node.sockets) socket.drop()
    return 'sockets drop'
  },
  ({ node }) => {
    for (const socket of node.sockets) socket.silence()
    return 'open sockets fall silent'
  },
  ({ node }) => {
    for (const socket of node.sockets) socket.forget()
    return 'the node forgets its subscriptions'
  },
  ({ node, random }) => {
    const frame = random.pick([
      '{',
      '[]',
      'null',
      '{"method":"eth_subscription"}',
      `{"id":${'9'.repeat(400)}}`,
    ])
    for (const socket of node.sockets) socket.push(frame)
    return `a frame of ${frame.slice(0, 30)}`
  },
  (world) => strikeSocket(world, { refuse: true }, 'is refused'),
  (world) => strikeSocket(world, { silent: true }, 'is half open'),
  (world) =>
    strikeSocket(world, { rejectSubscribe: { code: -32601, message: 'no' } }, 'takes no subscriptions'),
  (world) => strikeSocket(world, { pushBeforeAck: true }, 'pushes before it acknowledges'),
  (world) => strikeSocket(world, { twice: true }, 'tells everything twice'),
  (world) => strikeSocket(world, { malformed: true }, 'sends what is no JSON'),
  (world) => strikeSocket(world, { delay: world.random.pick([200, 2_000, 20_000]) }, 'is slow'),
  ({ page }) => {
    page.show(page.isHidden)
    return page.isHidden ? 'the page is hidden' : 'the page is shown'
  },
  ({ page, node }) => {
    page.connect(!page.isOnline)
    if (!page.isOnline) for (const socket of node.sockets) socket.silence()
    return page.isOnline ? 'online again' : 'offline'
  },
  (world) => {
    // As long as it takes to miss a thousand blocks, once in a while.
    const seconds = 5 + (world.random() < 0.03 ? 3_000 + world.random.below(2_000) : world.random.below(600))
    world.sleep(seconds * 1_000)
    return `woke up after ${seconds} s`
  },
  ({ clock, random }) => {
    const most = random() < 0.8 ? 3_600 : 100_000
    const seconds = random.below(2 * most) - most
    clock.set(seconds * 1_000)
    return `the clock is set by ${seconds} s`
  },
]

/** Lets an incident happen to a world, and returns a description. The page is never offline for long. */
export function drawIncident(world: World): string {
  const { page, random } = world
  if (!page.isOnline && random() < 0.5) {
    page.connect(true)
    return 'online again'
  }
  return random.pick(incidents)(world)
}
