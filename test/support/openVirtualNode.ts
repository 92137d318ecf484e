import type { PoolOptions } from '../../src/rpc/pool/PoolOptions.ts'
import { clientOf } from './clientOf.ts'
import { createFakeNode, type FakeNodeOptions } from './fakeNode.ts'
import { readAll } from './readAll.ts'
import { VirtualClock } from './simulation/VirtualClock.ts'

/** A scripted node in virtual time, a client over it, and `read`, which runs a scan to its end. */
export function openVirtualNode(options: FakeNodeOptions = {}, poolOptions: PoolOptions = {}) {
  const clock = new VirtualClock()
  const node = createFakeNode({ clock, plainReplies: true, ...options })
  const client = clientOf(node, { finality: 20 }, { clock, random: () => 0.5, ...poolOptions })
  const read = (query: Parameters<typeof readAll>[1]) => clock.run(readAll(client, query))
  return { node, clock, client, read }
}
