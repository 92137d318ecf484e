import { expect, test } from 'vitest'
import { untilAborted } from '../../src/logs/untilAborted.ts'

const never = new Promise<never>(() => {})

test('rejects with the reason of a signal, also of one that has fired before', async () => {
  const controller = new AbortController()
  const reason = new Error('not wanted')
  const waiting = untilAborted(never, controller.signal)
  controller.abort(reason)
  await expect(waiting).rejects.toBe(reason)
  await expect(untilAborted(never, controller.signal)).rejects.toBe(reason)
})
