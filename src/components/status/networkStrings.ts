import type { Localized } from '../strings/useStrings.ts'

/** Texts of `NetworkStatus` and `NetworkSelect`. */
export const networkStrings = {
  network: 'Network',
  testnet: 'testnet',
  chain: (id: string) => `Chain ${id}`,
  endpoints: 'Endpoints',
  /** Shown before the host of the network's archive. */
  archive: 'Archive',
  endpointStates: {
    idle: 'Not used yet',
    ok: 'Responding',
    paused: 'Paused',
    unreachable: 'Unreachable',
    'wrong-network': 'Wrong network',
  },
  /** Used before, but not now: a WebSocket that nothing is subscribed to. */
  notInUse: 'Not in use',
  /** Why no endpoint can be reached. */
  cutOff: {
    offline: 'You are offline. Reading resumes when you are back online.',
    unreachable: 'No endpoint responds. Trying again…',
    'wrong-network': 'The endpoints serve another network. Trying again…',
  },
  /** `ago` is as `Intl` says it: `2 minutes ago`. */
  lastResponse: (ago: string) => `Last response ${ago}`,
  head: 'Latest block',
  latency: 'Latency',
  milliseconds: (value: string) => `${value} ms`,
  noNetworks: 'No networks',
  noEndpoints: 'This network has no endpoints.',
  limitBlocks: (count: string) => `At most ${count} ${count === '1' ? 'block' : 'blocks'} per request`,
  limitResults: (count: string) => `At most ${count} ${count === '1' ? 'log' : 'logs'} per response`,
  limitBatch: (count: string) =>
    count === '1' ? 'No batches: one request at a time' : `At most ${count} requests per batch`,
  limitRate: (count: string) => `At most ${count} ${count === '1' ? 'request' : 'requests'} per second`,
  /** `ago` is as `Intl` says it: `2 minutes ago`. */
  learnedFrom: (ago: string) => `learned ${ago} from an error`,
  /** Shown after an outdated limit. */
  limitOutdated: 'outdated, will be tested again soon',
  methodUnavailable: (method: string) => `Does not support ${method}`,
  /** Shown after an unsupported method. */
  nextTryIn: (duration: string) => `next try in ${duration}`,
  logsRejected: (count: string) => `Rejected logs, malformed or not requested: ${count}`,
  retriesAt: (time: string) => `Next try at ${time} UTC`,
  retriesIn: (duration: string) => `Next try in ${duration}`,
}

export type NetworkStrings = Localized<typeof networkStrings>
