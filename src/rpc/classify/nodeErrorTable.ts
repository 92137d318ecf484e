import type { NodeErrorKind } from '../../errors/NodeError.ts'

/** What the numbers caught by a row's expression mean. */
export type HintMeaning = 'blocks' | 'results' | 'range'

export interface NodeErrorRow {
  /** Whose words these are, for the tests' fixtures and for whoever adds the next one. */
  readonly shape: string
  readonly message: RegExp
  /** Only under these codes; without it, under any. */
  readonly codes?: readonly number[]
  /** Only for methods that match; without it, for any. */
  readonly methods?: RegExp
  readonly kind: NodeErrorKind
  /** The meaning of capture groups 1, 2, … A `range` takes two groups. */
  readonly hints?: readonly HintMeaning[]
}

const logs = /^eth_(?:getLogs|newFilter|getFilter)/
const filters = /^eth_(?:getFilter|uninstallFilter)/
const n = String.raw`([\d,_]+k?)(?!\w)`
const block = String.raw`(0x[0-9a-f]+|\d+)`
const row = (source: string) => new RegExp(source, 'i')

/**
 * The words of real nodes, first match wins. Messages come before codes because codes are overloaded: `-32600` may
 * carry a range hint, `-32005` a result limit. Rows with a hint come before vaguer rows of the same kind.
 */
export const nodeErrorTable: readonly NodeErrorRow[] = [
  // Limits that name a way out.
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
  {
    shape: 'reth-range',
    message: row(`query exceeds max block range:? ${n}`),
    kind: 'range-too-wide',
    hints: ['blocks'],
  },
  {
    shape: 'geth-bsc-range',
    message: row(`exceeds? max(?:imum)? block range:? ${n}`),
    kind: 'range-too-wide',
    hints: ['blocks'],
  },
  {
    shape: 'range-exceeds-limit',
    message: row(`range (?:of )?[\\d,]+ exceeds (?:the )?limit of ${n}`),
    kind: 'range-too-wide',
    hints: ['blocks'],
  },
  {
    shape: 'max-range',
    message: row(`max(?:imum)? (?:block )?range(?: is|:| of) ${n}`),
    kind: 'range-too-wide',
    hints: ['blocks'],
  },
  {
    shape: 'limited-to-range',
    message: row(`limited to (?:a )?${n} (?:blocks? )?range`),
    kind: 'range-too-wide',
    hints: ['blocks'],
  },
  {
    shape: 'plan-range',
    message: row(`up to (?:a )?${n} block range`),
    kind: 'range-too-wide',
    hints: ['blocks'],
  },
  {
    shape: 'ranges-over',
    message: row(`ranges over ${n} blocks`),
    kind: 'range-too-wide',
    hints: ['blocks'],
  },
  {
    shape: 'max-is-blocks',
    message: row(`max(?:imum)? is ${n} blocks`),
    kind: 'range-too-wide',
    hints: ['blocks'],
  },
  {
    // Some name it, some do not.
    shape: 'besu-range',
    message: row(`exceeds maximum RPC range limit(?::? ${n})?`),
    kind: 'range-too-wide',
    hints: ['blocks'],
  },
  // Limits that name none.
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
  // Who may ask, and how often.
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
  {
    shape: 'plan',
    message:
      /paid (?:tier|plan)|upgrade (?:your|to a) |not (?:available|supported|allowed) (?:on|in|for) (?:the |your )?(?:free|current|public)/i,
    kind: 'unavailable',
  },
  // What is gone, not yet there, or elsewhere.
  {
    shape: 'wrong-network',
    message: /(?:wrong|unsupported|unknown|invalid) (?:network|chain)\b|chain ?id mismatch/i,
    // A transaction signed for another chain is the sender's mistake.
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
      /pruned|missing trie node|historical state|history (?:is )?(?:not available|unavailable|expired)|archive/i,
    kind: 'pruned',
  },
  {
    // Of a state that it has dropped; a block it does not have yet, it names in the same words, but nobody asks for its state.
    shape: 'anvil-pruned',
    message: /BlockOutOfRangeError: block height is \d+ but requested was \d+/,
    methods: /^eth_(?:getCode|getBalance|getStorageAt|getTransactionCount|call)$/,
    kind: 'pruned',
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
  // Trouble on the other side.
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
  // What the caller did.
  { shape: 'reverted', message: /execution reverted|^revert|vm exception/i, kind: 'fatal' },
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
  // Words nobody has recorded yet, about something that has a size.
  {
    shape: 'unknown-limit',
    message:
      /^(?=[^]*\b(?:limit|limited|exceed\w*|max\w*|too|large|wide|many|narrow\w*|reduce)\b)(?=[^]*\b(?:range|blocks?|logs?|results?|size|span|interval)\b)/i,
    methods: logs,
    kind: 'range-too-wide',
  },
  // A filter refused in any words is a filter to make anew.
  {
    shape: 'filter-refused',
    message: /(?:)/,
    codes: [-32000, -32602, -32600, -32603],
    methods: filters,
    kind: 'filter-gone',
  },
]

/** What a code means when the words say nothing. */
export const kindByCode: ReadonlyMap<number, NodeErrorKind> = new Map([
  [-32700, 'malformed'],
  [-32600, 'invalid-input'],
  [-32601, 'unavailable'],
  [-32602, 'invalid-input'],
  [-32603, 'transient'],
  [-32000, 'fatal'],
  [-32001, 'fatal'],
  [-32002, 'transient'],
  [-32003, 'fatal'],
  [-32004, 'unavailable'],
  [-32005, 'rate-limited'],
  [-32006, 'fatal'],
  [-32007, 'rate-limited'],
  [429, 'rate-limited'],
  [4200, 'unavailable'],
  [4444, 'pruned'],
])
