// The limitations of the demo's three endpoints, which can be switched on one by one.

/**
 * What each of the three endpoints allows once a limitation is switched on; `undefined` for no limit. The largest block of
 * the demo's chain has some 2,500 logs, which all of them still send.
 */
export const profiles = [
  { blockRange: 500, results: 4_000, batch: 4, rate: undefined, lag: 0, failures: 0.02, style: 'plain' },
  { blockRange: 1_000, results: 3_000, batch: 1, rate: 12, lag: 2, failures: 0.08, style: 'hint' },
  { blockRange: 200, results: 5_000, batch: 3, rate: 30, lag: 5, failures: 0.15, style: 'curt' },
]

/** @type {readonly { key: string, label: string, help: string }[]} */
export const limitations = [
  { key: 'ranges', label: 'Block ranges', help: '500, 1,000 and 200 blocks per request' },
  { key: 'results', label: 'Results', help: '4,000, 3,000 and 5,000 logs per response' },
  { key: 'batches', label: 'Batches', help: '4, 1 and 3 calls per message' },
  { key: 'rates', label: 'Rates', help: 'two of them: 12 and 30 requests per second' },
  { key: 'lag', label: 'Lag', help: 'two of them: 2 and 5 blocks behind the head' },
  { key: 'failures', label: 'Failures', help: '2, 8 and 15 of 100 messages fail' },
]
