import { expect, test } from 'vitest'
import { countLogs, readSelection } from '../../../src/logs/columns/LogSelection.ts'
import { logId } from '../../../src/logs/order.ts'
import { applyFollowChange } from '../../../src/logs/snapshot/applyFollowChange.ts'
import { applyScanEvent } from '../../../src/logs/snapshot/applyScanEvent.ts'
import { LogsSnapshot } from '../../../src/logs/snapshot/LogsSnapshot.ts'
import { createWorld } from '../../support/simulation/world.ts'

// Three minutes at three hundred logs a block: memory depends on the limit and on finality, not on the duration.
test('newest first with a limit, a busy chain is followed with bounded memory', async () => {
  const [perBlock, blocks, finality, limit] = [300, 60, 4, 1_000]
  const world = createWorld({ seed: 5, endpoints: 1, socket: true, incidents: 0, finality })
  const { clock, node } = world
  const filter = { address: undefined, topics: [] }
  const start = node.chain.head + 1n
  const range = { from: start, to: start }
  let snapshot = applyScanEvent(LogsSnapshot.empty, {
    type: 'planned',
    range,
    requested: range,
    head: start,
    order: 'desc',
    limit,
  })
  let most = 0
  const follower = world.follower({
    filter,
    start,
    onChange(change) {
      const settled = change.head.number - 2n * BigInt(finality)
      snapshot = applyFollowChange(snapshot, change, settled)
      most = Math.max(
        most,
        snapshot.held.reduce((sum, one) => sum + countLogs(one), 0),
      )
    },
  })
  const stop = follower.subscribe(() => {})
  await clock.run(clock.sleep(5_000))
  const logs = Array.from({ length: perBlock }, () => ({}))
  for (let block = 0; block < blocks; block++) {
    node.chain.mine(1, { logs })
    await clock.run(clock.sleep(3_000))
  }
  await clock.run(clock.sleep(10_000))
  expect(follower.getState()).toMatchObject({ status: 'live', verifiedTo: node.chain.head })
  const truth = world.canonical(filter, start)
  expect(truth.length).toBe(perBlock * blocks)
  const shown = snapshot.selections.flatMap((one) => readSelection(one)).map(logId)
  expect(shown).toEqual(truth.slice(-limit).map(logId))
  expect(most).toBeLessThan((2 * finality + 3) * perBlock + limit)
  stop()
  world.close()
})
