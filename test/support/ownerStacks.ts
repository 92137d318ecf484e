import * as React from 'react'

/** The object that React shares with its renderers. Its name differs between versions. */
const shared: unknown = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1]

// In development, React records a stack trace for each new element, up to ten thousand a second, to show it in warnings. That is
// a fifth of the time of screen tests, which need no traces. A count at that limit makes React record none.
if (typeof shared === 'object' && shared && 'recentlyCreatedOwnerStacks' in shared)
  Object.defineProperty(shared, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {} })
