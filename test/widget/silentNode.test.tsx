import { act, fireEvent, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeConfig } from '../support/renderHooks.tsx'
import { soon } from '../support/soon.ts'
import { renderExplorer } from './renderExplorer.tsx'

const find = (selector: string) => document.querySelector<HTMLElement>(selector)
const text = (selector: string) => find(selector)?.textContent ?? ''

test('while a node does not answer, the endpoints do not say that it responds', async () => {
  const { config, node } = fakeConfig({ blocks: 20 })
  renderExplorer({ config, defaultQuery: { fromBlock: 0n }, defaultLive: true, pollingInterval: 1_000 })
  await waitFor(() => expect(text('.topic0-live-status')).toMatch(/Polling/), soon)
  const endpoints = '.topic0-log-explorer-endpoints'
  expect(text(`${endpoints} > summary`)).toContain('1 of 1 responding')
  fireEvent.click(find(`${endpoints} > summary`)!)
  await waitFor(() => expect(text('.topic0-endpoint-state')).toBe('Responding'), soon)
  act(() => void (node.faults.down = 'hang'))
  await waitFor(() => expect(text('.topic0-live-status')).toMatch(/No answer/), soon)
  expect(text(`${endpoints} > summary`)).toContain('Endpoints: No answer')
  expect(find(endpoints)?.dataset['state']).toBe('degraded')
  expect(text('.topic0-endpoint-state')).toMatch(/^Last response/)
})

test('while every endpoint has asked to wait, the header says so', async () => {
  const { config, node } = fakeConfig({ blocks: 20 })
  node.faults.respond = ({ method }) =>
    method === 'eth_getLogs' ? { error: { code: -32005, message: 'rate limit exceeded' } } : undefined
  renderExplorer({ config, defaultQuery: { fromBlock: 0n } })
  const endpoints = '.topic0-log-explorer-endpoints > summary'
  await waitFor(() => expect(text(endpoints)).toContain('Endpoints: Rate-limited'), soon)
  expect(text(`${endpoints} .topic0-button-word`)).toBe('Rate-limited')
  act(() => void (node.faults.respond = undefined))
  await waitFor(() => expect(text(endpoints)).toContain('1 of 1 responding'), soon)
  expect(text(`${endpoints} .topic0-button-word`)).toBe('Endpoints')
})
