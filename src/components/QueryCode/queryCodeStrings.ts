import { errorStrings } from '../strings/errorStrings.ts'
import { panelTitles } from '../strings/panelTitles.ts'

/** Texts of `QueryCode`. */
export const queryCodeStrings = {
  ...errorStrings,
  queryCode: panelTitles.queryCode,
  shareLink: 'Link',
  shapes: { link: 'link', hook: 'code', request: 'request', cast: 'command' },
  shapeNotes: {
    link: 'Opens this query. The part after # stays in the browser and is never sent to a server.',
    hook: 'Reads these logs in a React component.',
    request: 'Requests the whole range at once. Order, limit and decoding are not part of it.',
    cast: 'For Foundry’s cast. Set the endpoint in ETH_RPC_URL. Order and limit are not part of it.',
  },
  /** Conditions on arguments that are not indexed. */
  conditionsLeftOut: 'The conditions are not included, because nodes cannot compare these arguments.',
  /** Values hidden, or shown alone, among loaded logs. */
  filtersLeftOut: (count: number) =>
    count === 1
      ? '1 filter on the loaded logs is not included.'
      : `${count} filters on the loaded logs are not included.`,
  requestRelative:
    'JSON-RPC cannot express blocks relative to the latest one. Enter block numbers, or use the code or the command.',
  castTooMany: 'cast does not support alternatives; this query would need more than 16 commands.',
  pasteQuery: 'Open another query',
  pasteQueryHelp: 'Paste a link, the JSON of an eth_getLogs request, or a cast logs line.',
  rangeIgnored: 'Opened. The range was ignored because there is a block hash.',
  readQuery: 'Open',
}
