import type { Pool } from '../../rpc/Pool.ts'
import type { FollowState } from './FollowState.ts'
import { AnswerWatch } from './head/AnswerWatch.ts'
import { Connectivity } from './head/Connectivity.ts'

/**
 * Reports live status while a query is read that is not followed yet: `undefined` unless no endpoint answers. Returns a function that
 * ends it.
 */
export function watchRead(pool: Pool, onState: (state: FollowState | undefined) => void): () => void {
  const connectivity = Connectivity.of(pool)
  const begun = pool.clock.now()
  const update = () => {
    const since = answers.silentSince
    if (since === undefined) return onState(undefined)
    // The last answer may be long ago: nothing was requested meanwhile.
    const silentSince = Math.max(since, begun)
    onState({ ...unreadState, silentSince, connectivity: connectivity.getStatus() })
  }
  const answers = new AnswerWatch(pool, pool.clock, update)
  const stop = connectivity.subscribe(update)
  answers.begin()
  return () => {
    stop()
    answers.end()
  }
}

/** Nothing else is known before the first read. */
const unreadState = { status: 'catching-up', source: 'polling' } as FollowState
