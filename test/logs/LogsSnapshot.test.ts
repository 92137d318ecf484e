import { describe, expect, test } from 'vitest'
import { NodeError } from '../../src/errors.ts'
import { LogsSnapshot } from '../../src/logs/LogsSnapshot.ts'

const refusal = (endpoint: string, details = 'nope') =>
  new NodeError(`${endpoint} refused eth_getLogs.`, {
    kind: 'fatal',
    method: 'eth_getLogs',
    endpoint,
    details,
  })

function failedAt(...parts: readonly (readonly [from: number, to: number, error: Error])[]) {
  const range = { from: 0n, to: 99n }
  let snapshot = LogsSnapshot.empty.with({ type: 'planned', range, asked: range, head: 99n, order: 'asc' })
  for (const [from, to, error] of parts)
    snapshot = snapshot.with({ type: 'failed', range: { from: BigInt(from), to: BigInt(to) }, error })
  return snapshot.coverage.failed.map(({ range: { from, to }, error }) => [Number(from), Number(to), error])
}

describe('blocks that could not be read', () => {
  const [a, b] = [refusal('a.example'), refusal('b.example')]

  test('side by side and for the same reason are one gap, whoever said so', () => {
    expect(failedAt([0, 4, a], [5, 9, b], [10, 14, a])).toEqual([[0, 14, expect.any(NodeError)]])
  })

  test('for another reason, or not side by side, are a gap each', () => {
    const other = new NodeError('Block 7 could not be fetched.', { kind: 'fatal', method: 'eth_getLogs' })
    const words = refusal('a.example', 'not today')
    expect(failedAt([0, 4, a], [5, 9, other], [10, 14, words])).toHaveLength(3)
    expect(failedAt([0, 4, a], [6, 9, b])).toHaveLength(2)
    expect(failedAt([0, 4, new Error('one')], [5, 9, new Error('two')])).toHaveLength(2)
  })
})
