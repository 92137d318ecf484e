import { fireEvent, render, screen } from '@testing-library/react'
import { parseAbiItem } from 'viem'
import { expect, test, vi } from 'vitest'
import { QueryCode } from '../../src/components/QueryCode/QueryCode.tsx'
import type { LocalFilter } from '../../src/logs/filter/LocalFilter.ts'
import type { LogSearch } from '../../src/logs/filter/LogSearch.ts'

const paid = parseAbiItem('event Paid(address indexed to, uint256 amount)')
const query: LogSearch = { events: [paid], fromBlock: 5n, where: [{ arg: 1, is: 'atLeast', values: [7n] }] }
const filters: readonly LocalFilter[] = [{ field: 'address', mode: 'not', values: ['0x12'] }]
const leftOut = /not included/
const choose = (shape: string) => fireEvent.click(screen.getByLabelText(shape))

test('each form notes the parts of the page that it leaves out', () => {
  render(<QueryCode query={query} filters={filters} />)
  const said = () => screen.queryByText(leftOut)?.textContent ?? ''
  expect(said()).toBe('')
  choose('useLogs')
  expect(said()).toMatch(/^1 filter on the loaded logs is not included/)
  for (const shape of ['JSON-RPC', 'cast']) {
    choose(shape)
    expect(said()).toMatch(/The conditions are not included, .*\. 1 filter/)
  }
})

test('without omissions, there is no note', () => {
  render(<QueryCode query={{ fromBlock: 5n }} filters={[]} />)
  for (const shape of ['useLogs', 'JSON-RPC', 'cast']) {
    choose(shape)
    expect(screen.queryByText(leftOut)).toBeNull()
  }
})

test('Enter opens pasted text, Shift+Enter breaks its line', () => {
  const onOpen = vi.fn<(query: LogSearch) => void>()
  render(<QueryCode query={{}} onOpen={onOpen} />)
  const field = screen.getByLabelText('Open another query')
  fireEvent.change(field, { target: { value: '#from=5&v=1' } })
  fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })
  expect(onOpen).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(onOpen.mock.lastCall?.[0]).toEqual({ fromBlock: 5n })
})

test('a pasted command opens its query', () => {
  const onOpen = vi.fn<(query: LogSearch) => void>()
  render(<QueryCode query={{}} onOpen={onOpen} />)
  const field = screen.getByLabelText('Open another query')
  const value = `cast logs --from-block 5 --to-block 9 --address 0x${'ab'.repeat(20)}`
  fireEvent.change(field, { target: { value } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(onOpen.mock.lastCall?.[0]).toMatchObject({ fromBlock: 5n, toBlock: 9n })
})

test('the note about one request ends with the next input', () => {
  render(<QueryCode query={query} onOpen={() => {}} />)
  const field = screen.getByLabelText('Open another query')
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  type(JSON.stringify({ blockHash: `0x${'ab'.repeat(32)}`, fromBlock: '0x1' }))
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(field).toHaveAccessibleDescription(/^Opened. The range was ignored/)
  type('{')
  expect(field).toHaveAccessibleDescription(/^Paste a link/)
})
