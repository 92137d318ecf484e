/**
 * English messages for invalid links, requests, attributes and conditions. A separate module, so that bundles without
 * parsers omit them.
 */
export const textSentences = {
  'link-long': () => 'This link is too long to be a query.',
  'link-escape': () => 'This link has a broken escape: was it copied completely?',
  'link-empty': () => 'This link has no query, or its end was cut off.',
  'link-newer': () => 'This link was made by a newer version of the page.',
  'link-state': (key) => `Links use “${key}” for the query: choose another name.`,
  'link-times': (times) => `This occurs ${times} times in the link.`,
  'link-network': () => 'Expected a chain id.',
  'link-network-unknown': (id) => `This page does not support network ${id}.`,
  'link-view': () => 'This was not copied completely.',
  'link-word': (known) => `Expected one of ${known}.`,
  'range-relative': () =>
    'JSON-RPC cannot count blocks back from the newest one: pass its number as head, or write a block number.',
  'body-json': () => 'This is not JSON: was it copied completely?',
  'cast-line': () => 'Expected one cast logs command of Foundry.',
  'body-many': (found) => `Expected one request, found a list of ${found}.`,
  'body-request': () => 'Expected a JSON-RPC request for logs, or its filter.',
  'body-method': (known) => `Expected one of ${known}.`,
  'body-filter': () => 'Expected a filter: an object with address, topics, fromBlock and toBlock.',
  'attribute-number': (least, found) => `Expected a number of at least ${least}, found ${found}.`,
  'attribute-service': () => 'Expected the https: URL of a service.',
  'attribute-network': (found) => `Expected a chain id such as "3721", found ${found}.`,
  'attribute-network-missing': () => 'Pass the chain id of the endpoints: network="3721".',
  'attribute-endpoints-missing': (id) =>
    `Chain ${id} is not built in, so it needs endpoints: rpc="https://…".`,
  'attribute-endpoint': () => 'Each endpoint starts with https:// or wss://.',
  'attribute-endpoint-plain': () =>
    'Endpoints on other machines must be encrypted: write https:// or wss://. Only localhost may use http:// or ws://.',
  'attribute-sockets': (count) => `Pass at most one endpoint that starts with wss://, found ${count}.`,
  'where-list': (found) => `Expected a list, found ${found}.`,
  'where-object': (found) => `Expected a condition with arg, is and values, found ${found}.`,
  'where-one-event': (given) => `Conditions need exactly one event, found ${given}.`,
  'where-position': (event, position) => `${event} has no argument at position ${position}.`,
  'where-comparison': (known) => `Expected one of ${known}.`,
  'where-twice': () => 'This argument already has this comparison.',
  'where-many': (given) => `Enter one value to compare with, found ${given}. Only “is any of” takes several.`,
  'where-numbers': (type) => `Only numbers can be compared by size, and the type is ${type}.`,
  'where-words': (type) => `Only text can contain other text, and the type is ${type}.`,
  'where-bigint': (type, found) => `Expected a bigint such as 5n for ${type}, found ${found}.`,
  'where-condition': (type) => `Not a valid condition for ${type}.`,
  'block-hex': () => 'Expected a block number in hex (0x…) or a tag.',
  'event-signature': () => 'This is not an event signature.',
  'filters-one': () => 'Several filters do not fit into this form: pass one query for each.',
} satisfies Readonly<Record<string, (...values: string[]) => string>>
