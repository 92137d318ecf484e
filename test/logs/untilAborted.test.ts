import { expect, test } from 'vitest'
import { rejectOnAbort, untilAborted } from '../../src/logs/rejectOnAbort.ts'

const never = new Promise<never>(() => {})

test.each<[string, (signal: AbortSignal) => Promise<unknown>]>([
  ['rejectOnAbort', rejectOnAbort],
  ['untilAborted', (signal) => untilAborted(never, signal)],
])('%s rejects with the reason of a signal, also of one that has fired before', async (_, wait) => {
  const controller = new AbortController()
  const reason = new Error('not wanted')
  const waiting = wait(controller.signal)
  controller.abort(reason)
  await expect(waiting).rejects.toBe(reason)
  await expect(wait(controller.signal)).rejects.toBe(reason)
})
