import { expect, test } from 'vitest'
import { toUseLogsCode } from '../../src/logs/filter/formats/toUseLogsCode.ts'
import { typicalSearch } from './generatedCode.ts'

test('generated code reads as people write it', () => {
  expect(toUseLogsCode(typicalSearch)).toMatchInlineSnapshot(`
    "import { matchesWhere, useLogs } from 'topic0'
    import { parseAbiItem } from 'viem'

    const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

    const logs = useLogs({
      address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      event: transfer,
      args: { to: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' },
      fromBlock: 18_000_000n,
      order: 'desc',
    })

    // Nodes cannot filter by these: they are compared here.
    const where = [{ arg: 2, is: 'atLeast', values: [1_000_000_000_000_000_000n] }] as const
    const found = logs.data?.filter((log) => matchesWhere(log.decoded, where))"
  `)
  expect(toUseLogsCode({})).toBe("import { useLogs } from 'topic0'\n\nconst logs = useLogs()")
})
