import type { NodeErrorKind } from '../../errors/NodeError.ts'

/** The meaning of the numbers a row's expression captures. */
export type HintMeaning = 'blocks' | 'results' | 'range'

export interface NodeErrorRow {
  /** The provider and limit it is known from, for the fixtures in tests. */
  readonly shape: string
  readonly message: RegExp
  /** Only with these codes; without it, with any. */
  readonly codes?: readonly number[]
  /** Only for methods that match; without it, for all. */
  readonly methods?: RegExp
  readonly kind: NodeErrorKind
  /** The meaning of capture groups 1, 2, … A `range` takes two groups. */
  readonly hints?: readonly HintMeaning[]
}

const logs = /^eth_(?:getLogs|newFilter|getFilter)/
const filters = /^eth_(?:getFilter|uninstallFilter)/
const n = String.raw`([\d,_]+k?)(?!,?\w)`
const block = String.raw`(0x[0-9a-f]+|\d+)`
const row = (source: string) => new RegExp(source, 'i')
/** A message that names the most blocks of one call. */
const blockLimit = (shape: string, source: string): NodeErrorRow => ({
  shape,
  message: row(source),
  kind: 'range-too-wide',
  hints: ['blocks'],
})

/**
 * Messages of real nodes; the first match wins. Messages come before codes because codes are overloaded: `-32600` may come
 * with a range hint, `-32005` with a result limit. Rows with hints come before vaguer rows of the same kind.
 */
export const nodeErrorTable: readonly NodeErrorRow[] = [
  // A contract's own text follows, which may read like any other message.
  {
    shape: 'revert-reason',
    message: /^(?:error: )?(?:execution reverted|revert|vm (?:exception|execution error))/i,
    methods: /^eth_(?:call|estimateGas|createAccessList|sendTransaction)$/,
    kind: 'fatal',
  },
  // Limits with a hint.
  {
    shape: 'reth-results',
    message: row(`query exceeds max results ${n},? retry with the range ${block}-${block}`),
    kind: 'too-many-results',
    hints: ['results', 'range'],
  },
  {
    shape: 'infura-results',
    message: row(
      `query returned more than ${n} results\\.?(?: try with this block range \\[${block}, ?${block}\\])?`,
    ),
    kind: 'too-many-results',
    hints: ['results', 'range'],
  },
  {
    shape: 'response-size-with-range',
    message: row(`response size (?:is )?(?:exceeded|too).*?range should work: \\[${block}, ?${block}\\]`),
    kind: 'too-many-results',
    hints: ['range'],
  },
  {
    shape: 'range-should-work',
    message: row(`range should work: \\[${block}, ?${block}\\]`),
    kind: 'range-too-wide',
    hints: ['range'],
  },
  blockLimit('reth-range', `query exceeds max block range:? ${n}`),
  blockLimit('geth-bsc-range', `exceeds? max(?:imum)? block range:? ${n}`),
  blockLimit('range-exceeds-limit', `range (?:of )?[\\d,]+ exceeds (?:the )?limit of ${n}`),
  blockLimit('max-range', `max(?:imum)? (?:block )?range(?: is|:| of) ${n}`),
  blockLimit('limited-to-range', `limited to (?:a )?${n} (?:blocks? )?range`),
  blockLimit('plan-range', `up to (?:a )?${n} block range`),
  blockLimit('ranges-over', `ranges over ${n} blocks`),
  blockLimit('max-is-blocks', `max(?:imum)? is ${n} blocks`),
  // Some versions name the limit, some do not.
  blockLimit('besu-range', `exceeds maximum RPC range limit(?::? ${n})?`),
  // Limits without a hint.
  { shape: 'range-too', message: /block range (?:is )?too (?:wide|high|large|big)/i, kind: 'range-too-wide' },
  {
    shape: 'log-response-size',
    message: /log response size exceeded|query returned too many|too many (?:logs|results)/i,
    kind: 'too-many-results',
  },
  {
    shape: 'response-too-large',
    message: /response (?:is )?too (?:large|big)|response size (?:should not|exceed)|content too large/i,
    kind: 'response-too-large',
  },
  {
    shape: 'geth-filter-size',
    message: /exceed max (?:addresses|topics)/i,
    kind: 'invalid-input',
  },
  // Quotas and rates.
  {
    shape: 'quota',
    message: /(?:daily|monthly) (?:request |call )?(?:limit|quota|count|cap)|quota|out of (?:cu|credits)\b/i,
    kind: 'quota',
  },
  {
    shape: 'rate',
    message:
      /rate.?limit|too many requests|request limit (?:reached|exceeded)|requests? per second|per second capacity|throttl/i,
    kind: 'rate-limited',
  },
  // Data that was pruned, does not exist yet, is on another network, or is not in the plan.
  {
    shape: 'wrong-network',
    message: /(?:wrong|unsupported|unknown|invalid) (?:network|chain)\b|chain ?id mismatch/i,
    // For a transaction signed for another chain, the endpoint is not to blame.
    methods: /^(?!eth_send)/,
    kind: 'wrong-network',
  },
  {
    shape: 'filter-gone',
    message: /filter.{0,80}(?:not found|not exist|expired|unknown)|(?:unknown|no such|invalid) filter/i,
    methods: filters,
    kind: 'filter-gone',
  },
  {
    shape: 'pruned',
    message:
      /pruned|missing trie node|historical state|no state available|world state (?:is )?(?:unavailable|not available)|history (?:is )?(?:not available|unavailable|expired)|archive/i,
    kind: 'pruned',
  },
  {
    // Anvil sends this for dropped states. It also sends it for blocks it does not have yet, but their state is never
    // read.
    shape: 'anvil-pruned',
    message: /BlockOutOfRangeError: block height is \d+ but requested was \d+/,
    methods: /^eth_(?:getCode|getBalance|getStorageAt|getTransactionCount|call)$/,
    kind: 'pruned',
  },
  {
    // After `pruned`: a plan without old states still has the method for new blocks.
    shape: 'plan',
    message:
      /paid (?:tier|plan)|upgrade (?:your|to a) |not (?:available|supported|allowed) (?:on|in|for) (?:the |your )?(?:free|current|public)/i,
    kind: 'unavailable',
  },
  {
    shape: 'beyond-head',
    message:
      /(?:beyond|past|greater than|higher than|after) (?:the )?(?:current |latest |chain )?(?:head|latest|block)|header not found|unknown block|block (?:number )?(?:not found|in the future|out of range)/i,
    kind: 'beyond-head',
  },
  {
    shape: 'method',
    message:
      /method .{0,60}(?:not (?:found|available|supported|allowed|exist|whitelisted|enabled)|does not exist)|(?:unsupported|unknown) method/i,
    kind: 'unavailable',
  },
  // Failures of the provider.
  { shape: 'no-backend', message: /no backend|no healthy|backend is/i, kind: 'transient' },
  {
    shape: 'timeout',
    message: /timed? ?out|deadline exceeded|took too long/i,
    kind: 'timeout',
  },
  {
    shape: 'overloaded',
    message: /temporarily|try again|overloaded|upstream|bad gateway|service unavailable/i,
    kind: 'transient',
  },
  // Mistakes of the caller.
  {
    shape: 'reverted',
    message: /execution reverted|^revert|vm exception|evm error|invalid opcode/i,
    kind: 'fatal',
  },
  {
    shape: 'transaction',
    message:
      /nonce too|insufficient funds|already known|underpriced|intrinsic gas|gas required exceeds|exceeds block gas limit|fee cap|sender (?:doesn't|not)/i,
    kind: 'fatal',
  },
  {
    shape: 'invalid-input',
    message:
      /invalid (?:argument|param|block range|hex|topic|address|json|request)|cannot unmarshal|missing (?:value|required)|wrong json|parse error/i,
    codes: [-32602, -32000],
    kind: 'invalid-input',
  },
  // Unknown messages about a limit.
  {
    shape: 'unknown-limit',
    message:
      /^(?=[^]*\b(?:limit|limited|exceed\w*|max\w*|too|large|wide|many|narrow\w*|reduce)\b)(?=[^]*\b(?:range|blocks?|logs?|results?|size|span|interval)\b)/i,
    methods: logs,
    kind: 'range-too-wide',
  },
  // Any other refusal of a filter: it has to be created again.
  {
    shape: 'filter-refused',
    message: /(?:)/,
    codes: [-32000, -32602, -32600, -32603],
    methods: filters,
    kind: 'filter-gone',
  },
]

/** The kind of each code, for messages that match no row. */
export const kindByCode: Readonly<Record<number, NodeErrorKind>> = {
  [-32700]: 'malformed',
  [-32600]: 'invalid-input',
  [-32601]: 'unavailable',
  [-32602]: 'invalid-input',
  [-32603]: 'transient',
  [-32000]: 'fatal',
  [-32001]: 'fatal',
  [-32002]: 'transient',
  [-32003]: 'fatal',
  [-32004]: 'unavailable',
  [-32005]: 'rate-limited',
  [-32006]: 'fatal',
  [-32007]: 'rate-limited',
  429: 'rate-limited',
  4200: 'unavailable',
  4444: 'pruned',
}
