import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { LogTable } from '../../src/components/LogTable/LogTable.tsx'
import '../../src/styles.css'
import { makeRow } from '../components/makeRow.ts'

test('the line through a removed number is lighter than its minus', async () => {
  const row = makeRow(1)
  const arg = { name: 'delta', type: 'int256', value: -5n, indexed: false, hashed: false }
  const logs = [{ ...row, removed: true, decoded: { ...row.decoded!, args: [arg] } }]
  await render(<LogTable logs={logs} columns={['block', 'event', 'args.delta']} />)
  const value = () => document.querySelector('.topic0-arg-value')
  await expect.poll(value).toHaveTextContent('-5')
  const { color, textDecorationColor, textDecorationLine } = getComputedStyle(value()!)
  expect(textDecorationLine).toBe('line-through')
  expect(textDecorationColor).not.toBe(color)
  expect(textDecorationColor).toMatch(/^rgba\(.*, 0\.\d+\)$/)
})
