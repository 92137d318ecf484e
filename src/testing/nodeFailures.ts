import type { NodeErrorKind } from '../errors/NodeError.ts'
import type { EndpointFaults, LimitedRead, TestError } from './EndpointFaults.ts'

export interface FailOptions {
  /** Only this JSON-RPC method fails. @default every method that real nodes refuse this way */
  method?: string | undefined
  /** How many calls fail before the network recovers by itself. @default until `recover()` */
  times?: number | undefined
  /**
   * For `range-too-wide`, maximum blocks per `eth_getLogs`; for `too-many-results`, maximum logs per answer. @default
   * 100
   */
  limit?: number | undefined
}

const defaultLimit = 100

type Limited = 'range-too-wide' | 'too-many-results'

const readLogs = ['eth_getLogs', 'eth_getFilterLogs']
const readFilters = ['eth_getFilterChanges', 'eth_getFilterLogs']

/** How real nodes refuse a call, by the kind of error that this library turns it into. */
const refusals: Readonly<
  Record<
    Exclude<NodeErrorKind, Limited | 'transient' | 'malformed'>,
    TestError & { readonly methods?: readonly string[] }
  >
> = {
  'response-too-large': { code: -32003, message: 'response too large', methods: readLogs },
  timeout: { code: -32002, message: 'request timed out' },
  'rate-limited': { code: -32005, message: 'limit exceeded' },
  quota: { code: -32005, message: 'daily request count exceeded, request rate limited' },
  unavailable: {
    code: -32601,
    message: 'the method does not exist/is not available',
    methods: [...readLogs, 'eth_newFilter', 'eth_newBlockFilter', 'eth_getFilterChanges', 'eth_subscribe'],
  },
  'wrong-network': { code: -32000, message: 'unsupported network' },
  'filter-gone': { code: -32000, message: 'filter not found', methods: readFilters },
  'beyond-head': {
    code: -32000,
    message: 'block range extends beyond current head block',
    methods: readLogs,
  },
  pruned: { code: 4444, message: 'pruned history unavailable', methods: readLogs },
  'invalid-input': { code: -32602, message: 'invalid argument 0: invalid block range', methods: readLogs },
  fatal: { code: -32000, message: 'execution reverted' },
}

/** The faults that make calls fail with a kind of error. Calls `onRecovered` after `times` failures. */
export function toFaults(kind: NodeErrorKind, options: FailOptions, onRecovered: () => void): EndpointFaults {
  const { method, limit = defaultLimit } = options
  const failure = new Failure(options, onRecovered)
  switch (kind) {
    case 'range-too-wide':
      return failure.refuseLarge('rangeError', {
        code: -32602,
        message: `query exceeds max block range ${limit}`,
      })
    case 'too-many-results':
      return failure.refuseLarge('resultsError', {
        code: -32005,
        message: `query returned more than ${limit} results`,
      })
    case 'transient':
      return {
        socket: { refuse: method === undefined },
        respond: (call) => {
          if (failure.strikes(call.method)) throw new TypeError('Failed to fetch')
          return undefined
        },
      }
    case 'malformed':
      return {
        respond: (call) =>
          failure.strikes(call.method) ? new Response('<!doctype html><title>Login</title>') : undefined,
      }
    default: {
      const { methods, ...error } = refusals[kind]
      return failure.refuse(error, methods)
    }
  }
}

/** Counts the calls that fail. */
class Failure {
  readonly #options: FailOptions
  readonly #onRecovered: () => void
  #left: number

  constructor(options: FailOptions, onRecovered: () => void) {
    this.#options = options
    this.#onRecovered = onRecovered
    this.#left = options.times ?? Number.POSITIVE_INFINITY
  }

  /** Whether a call fails. If so, it is counted. */
  strikes(called: string, methods?: readonly string[]): boolean {
    const { method } = this.#options
    const wanted = method === undefined ? methods : [method]
    if (this.#left <= 0 || (wanted && !wanted.includes(called))) return false
    this.#left -= 1
    if (this.#left === 0) this.#onRecovered()
    return true
  }

  refuse(error: TestError, methods?: readonly string[]): EndpointFaults {
    return { respond: (call) => (this.strikes(call.method, methods) ? { error } : undefined) }
  }

  /** Refuses reads of logs beyond the limit. Calls of other methods have no size: each is refused. */
  refuseLarge(fault: 'rangeError' | 'resultsError', error: TestError): EndpointFaults {
    const { method, limit = defaultLimit } = this.#options
    if (method !== undefined && !readLogs.includes(method)) return this.refuse(error)
    return {
      [fault]: (read: LimitedRead) => (read.size > limit && this.strikes(read.method) ? error : undefined),
    }
  }
}
