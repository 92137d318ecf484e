import type { Pool } from '../../../rpc/Pool.ts'
import { HeadFeed } from './HeadFeed.ts'
import type { HeadFeedOptions } from './HeadFeed.ts'

const feeds = new WeakMap<Pool, HeadFeed>()

/** The feed of a network's heads: one for all who follow it, so that ten of them cost one. */
export function getHeadFeed(pool: Pool, options: HeadFeedOptions): HeadFeed {
  let feed = feeds.get(pool)
  if (!feed) feeds.set(pool, (feed = new HeadFeed(pool, options)))
  return feed
}
