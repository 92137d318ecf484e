import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RequestEvent } from '../../../src/base/RequestEvent.ts'
import { RequestLog } from '../../../src/components/RequestLog/RequestLog.tsx'

const request = (id: number): RequestEvent => ({
  chainId: 1,
  endpoint: 'rpc.example',
  type: 'http',
  method: 'eth_blockNumber',
  params: [],
  range: undefined,
  reason: 'head',
  attempt: 1,
  message: { id, calls: 1, startedAt: 0, duration: 5, sentBytes: 1, receivedBytes: 1, status: 200 },
  outcome: 'success',
  logs: undefined,
  error: undefined,
})
const requests = Array.from({ length: 60 }, (_, id) => request(id))
const press = (name: string) => {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}

test('focus stays in the log when a pressed button is gone', () => {
  const show = (shown: readonly RequestEvent[]) => (
    <RequestLog requests={shown} onClear={() => rerender(show([]))} />
  )
  const { rerender } = render(show(requests))
  press('Show all 60')
  expect(screen.getByRole('region', { name: 'Request log' })).toHaveFocus()
  press('Clear')
  expect(screen.getByText('No requests yet.')).toBeVisible()
  expect(screen.getByRole('region', { name: 'Request log' })).toHaveFocus()
})
