// In development, React records traces for developers. Screen tests need none, and they take a third of the time.
import * as React from 'react'

// For the performance panel of a browser, React measures each render and compares its props, if it finds this method.
Reflect.deleteProperty(console, 'timeStamp')

/** The object that React shares with its renderers. Its name differs between versions. */
const shared: unknown = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1]

// For warnings, it records a stack trace for each new element, up to ten thousand a second. A count at that limit makes it record
// none.
if (typeof shared === 'object' && shared && 'recentlyCreatedOwnerStacks' in shared)
  Object.defineProperty(shared, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {} })
