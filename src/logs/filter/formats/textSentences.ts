/** What can be wrong with text that a query or the like is read from: links, requests, attributes. Apart, for who reads none. */
export const textSentences = {
  'link-long': () => 'This link is longer than any that holds a query.',
  'link-escape': () => 'This link has a broken escape: was it copied whole?',
  'link-empty': () => 'This link holds no query, or its end was cut off.',
  'link-newer': () => 'This link was made by a newer version of the page.',
  'link-times': (times) => `The link says this ${times} times.`,
  'link-network': () => 'The number of a chain is expected.',
  'link-network-unknown': (id) => `This page does not have the network ${id}.`,
  'link-view': () => 'This was not copied whole.',
  'link-word': (known) => `One of ${known} expected.`,
  'body-json': () => 'This is no JSON: was it copied whole?',
  'body-many': (found) => `One request expected, a list of ${found} found.`,
  'body-request': () => 'A JSON-RPC request for logs, or its filter, expected.',
  'body-method': (known) => `One of ${known} expected.`,
  'body-filter': () => 'A filter expected: an object with address, topics, fromBlock and toBlock.',
  'attribute-number': (least, found) => `A number of at least ${least} expected, ${found} found.`,
  'attribute-service': () => 'The https: URL of a service is expected.',
  'attribute-network': (found) => `A chain id in whole digits, such as "3721", expected, ${found} found.`,
  'attribute-network-missing': () => 'Give the chain id of the endpoints: network="3721".',
  'attribute-endpoints-missing': (id) =>
    `Chain ${id} is no preset, so it needs its endpoints: rpc="https://…".`,
  'attribute-endpoint': () => 'Each endpoint begins with https:// or wss://.',
  'attribute-endpoint-plain': () =>
    'Endpoints on other machines must be encrypted: write https:// or wss://. Only localhost may use http:// or ws://.',
  'attribute-sockets': (count) => `Give at most one endpoint that begins with wss://; ${count} found.`,
} satisfies Readonly<Record<string, (...values: string[]) => string>>
