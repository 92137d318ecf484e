import { createClient, custom } from 'viem'
import { afterAll, expect, test, vi } from 'vitest'
import { scan } from '../../../src/logs/scan/scan.ts'

const code = vi.hoisted(() => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  return { arrive, arrived }
})

// Its code stays on the way.
vi.mock('../../../src/logs/scan/readHistory.ts', async (importOriginal) => {
  await code.arrived
  return importOriginal()
})
afterAll(() => {
  code.arrive()
  vi.doUnmock('../../../src/logs/scan/readHistory.ts')
})

test('a scan whose code is still loading ends with the reason of its signal', async () => {
  const request = vi.fn<() => Promise<never>>()
  const client = createClient({ transport: custom({ request }) })
  const abort = new AbortController()
  const first = scan(client, { fromBlock: 0n }, { signal: abort.signal }).next()
  const reason = new Error('Closed by the user.')
  abort.abort(reason)
  await expect(first).rejects.toBe(reason)
  await expect(scan(client, { fromBlock: 0n }, { signal: abort.signal }).next()).rejects.toBe(reason)
  expect(request).not.toHaveBeenCalled()
})
