/** What `NetworkStatus` and `NetworkSelect` say. */
export const networkStrings = {
  network: 'Network',
  testnet: 'testnet',
  chain: (id: string) => `Chain ${id}`,
  endpoints: 'Endpoints',
  endpointStates: {
    idle: 'Not asked yet',
    ok: 'Answering',
    paused: 'Paused',
    unreachable: 'Unreachable',
    'wrong-network': 'Wrong network',
  },
  /** Why nothing can be reached. */
  cutOff: {
    offline: 'You are offline: nothing can be read until the connection is back.',
    unreachable: 'No endpoint answers. They are asked again and again.',
  },
  head: 'Head',
  latency: 'Latency',
  milliseconds: (value: string) => `${value} ms`,
  noNetworks: 'No networks',
  noEndpoints: 'This network has no endpoints.',
  limitBlocks: (count: string) => `At most ${count} blocks per call`,
  limitResults: (count: string) => `At most ${count} logs per answer`,
  limitBatch: (count: string) =>
    count === '1' ? 'No batches: one call at a time' : `At most ${count} calls per batch`,
  limitRate: (count: string) => `At most ${count} calls per second`,
  /** `ago` is as `Intl` says it: `2 minutes ago`. */
  learnedFrom: (ago: string) => `learned ${ago} from its own error`,
  /** After a limit that nobody goes by any more. */
  limitDoubted: 'learned long ago: it is about to be tried again',
  methodUnavailable: (method: string) => `Does not offer ${method}`,
  /** After what is not offered. */
  askedAgainIn: (duration: string) => `asked again in ${duration}`,
  logsLeftOut: (count: string) => `Sent logs that are malformed or were not asked for: left out ${count}`,
  retriesAt: (time: string) => `Next try at ${time} UTC`,
  retriesIn: (duration: string) => `Next try in ${duration}`,
}
