import { expect, test } from 'vitest'
import { follow } from '../../../src/logs/follow/follow.ts'
import { logId } from '../../../src/logs/order.ts'
import { clientOf } from '../../support/clientOf.ts'
import { createFakeNode } from '../../support/fakeNode.ts'

test('following from latest-20 reports the logs of these blocks first', async () => {
  const node = createFakeNode({ blocks: 100, logsPerBlock: 2 })
  const client = clientOf(node, { finality: 10 })
  const expected = node.chain.logs({}, node.chain.head - 20n, node.chain.head).map(logId)
  const added: string[] = []
  for await (const event of follow(client, { fromBlock: 'latest-20' }, { pollingInterval: 10 })) {
    if (event.type === 'change') added.push(...event.added.map(logId))
    if (added.length >= expected.length) break
  }
  expect(added).toEqual(expected)
})
