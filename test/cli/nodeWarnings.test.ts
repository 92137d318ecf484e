import { expect, test, vi } from 'vitest'
import { warnOfSilence } from '../../src/cli/nodeWarnings.ts'
import { Progress } from '../../src/cli/Progress.ts'
import { clientOf } from '../support/clientOf.ts'
import { createFakeNode } from '../support/fakeNode.ts'
import { readAll } from '../support/readAll.ts'
import { settle } from '../support/settle.ts'

test('standard error says that a node is too slow, once until it sends logs again', async () => {
  vi.useFakeTimers()
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const node = createFakeNode({ blocks: 1_000, logsPerBlock: 1 })
  const client = clientOf(node)
  const stop = warnOfSilence(client, new Progress({ isQuiet: true, calls: () => 0 }))
  node.faults.hangOver = 100
  await settle(readAll(client, { fromBlock: 0n, toBlock: 999n }))
  stop()
  const lines = stderr.mock.calls.map(([line]) => String(line))
  expect(new Set(lines)).toEqual(
    new Set([expect.stringMatching(/ did not answer eth_getLogs in time\. Trying again\.\n$/)]),
  )
  expect(lines.length).toBeLessThan(node.callsOf('eth_getLogs').length)
})
