import { errorStrings } from '../strings/errorStrings.ts'

/** What `QueryCode` says. */
export const queryCodeStrings = {
  ...errorStrings,
  queryCode: 'Share and reuse',
  shareLink: 'Link',
  shapes: { link: 'link', hook: 'code', request: 'request', cast: 'command' },
  shapeNotes: {
    link: 'Opens this query. What is after the # stays in the browser: no server is told.',
    hook: 'Reads these logs in a React component.',
    request: 'Asks a node for the whole range at once: order, limit and decoding are not its affair.',
    cast: 'Foundry’s command line. Where to ask comes from ETH_RPC_URL.',
  },
  requestRelative:
    'JSON-RPC has no words for blocks counted back from the newest one. Give block numbers, or use the code or the command.',
  castTooMany: 'cast knows no alternatives, and this query would take more than 16 commands.',
  pasteQuery: 'Open another query',
  pasteQueryHelp: 'Paste a link, or the JSON of an eth_getLogs request.',
  rangeIgnored: 'Opened. Its block hash wins, so its range was ignored.',
  readQuery: 'Open',
}
