import * as React from 'react'

/** What React shares with its renderers, under a name of its own in each of its versions. */
const shared: unknown = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1]

// In development, React takes a stack for each element it makes, ten thousand in a second, to add it to warnings. That is a fifth
// of what screens cost in tests, which need the warning alone. Above that number, it takes none.
if (typeof shared === 'object' && shared && 'recentlyCreatedOwnerStacks' in shared)
  Object.defineProperty(shared, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {} })
