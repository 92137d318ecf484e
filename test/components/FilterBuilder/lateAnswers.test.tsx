import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { FindBlock } from '../../../src/components/FilterBuilder/draft/BlockSearch.ts'
import type { FindDeployment } from '../../../src/components/FilterBuilder/fields/DeploymentButton.tsx'
import { FilterBuilder } from '../../../src/components/FilterBuilder/FilterBuilder.tsx'
import type { LogSearch } from '../../../src/logs/filter/LogSearch.ts'
import { other, token, write } from './form.ts'

const send = () => fireEvent.submit(screen.getByRole('form', { name: 'Filter' }))
const spy = () => vi.fn<(query: LogSearch) => void>()

/** A lookup that is answered on request. */
function lookup<find extends FindBlock | FindDeployment>() {
  const answers: ((block: bigint) => void)[] = []
  const find = (() => new Promise<bigint>((resolve) => answers.push(resolve))) as unknown as find
  return { find, answer: (block: bigint) => act(async () => answers.forEach((resolve) => resolve(block))) }
}

describe('the block of a date', () => {
  const enterDate = () => {
    fireEvent.click(screen.getByLabelText('Dates'))
    write('From', '2020-01-01T00:00')
  }

  test('input after submitting is not part of the query, and counts as not submitted', async () => {
    const { find, answer } = lookup<FindBlock>()
    const [onSubmit, onDirtyChange] = [spy(), vi.fn<(isDirty: boolean) => void>()]
    render(<FilterBuilder findBlock={find} {...{ onSubmit, onDirtyChange }} />)
    enterDate()
    send()
    // Impatient users press twice.
    send()
    write('Contracts', token)
    await answer(5n)
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ fromBlock: 5n })
    expect(onDirtyChange).toHaveBeenLastCalledWith(true)
    send()
    expect(onSubmit).toHaveBeenLastCalledWith({ address: token, fromBlock: 5n })
    expect(onDirtyChange).toHaveBeenLastCalledWith(false)
  })

  test('a query submitted meanwhile is not replaced by an earlier one', async () => {
    const { find, answer } = lookup<FindBlock>()
    const onSubmit = spy()
    render(<FilterBuilder findBlock={find} onSubmit={onSubmit} />)
    enterDate()
    send()
    fireEvent.click(screen.getByLabelText('Blocks'))
    send()
    await answer(5n)
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({})
  })

  test('input meanwhile is part of the query reported then', async () => {
    const { find, answer } = lookup<FindBlock>()
    const onChange = spy()
    render(<FilterBuilder findBlock={find} onChange={onChange} />)
    enterDate()
    fireEvent.blur(screen.getByLabelText('From'))
    write('Contracts', token)
    await answer(5n)
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith({ address: token, fromBlock: 5n }))
  })

  test.each([
    ['is not reached yet', () => Promise.resolve(undefined), 'No block exists at or after this time yet.'],
    ['cannot be found', () => Promise.reject(new Error('Gone.')), 'Gone.'],
  ])('that %s is explained after submitting, without leaving the field', async (_, findBlock, text) => {
    const onSubmit = spy()
    render(<FilterBuilder findBlock={findBlock} onSubmit={onSubmit} />)
    enterDate()
    send()
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getByLabelText('From')).toHaveFocus()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  test.each([
    ['From', '“No block yet” is true only for a while', { fromBlock: 5n }],
    ['To', 'the latest block is the end only for a while', { toBlock: 4n }],
  ])('%s is looked up again when it was in the future: %s', async (field, _why, expected) => {
    const onSubmit = spy()
    const findBlock = vi.fn<FindBlock>(() => Promise.resolve(undefined))
    render(<FilterBuilder findBlock={findBlock} onSubmit={onSubmit} />)
    fireEvent.click(screen.getByLabelText('Dates'))
    write(field, '2020-01-01T00:00')
    fireEvent.blur(screen.getByLabelText(field))
    await waitFor(() => expect(screen.queryByText('Finding the block…')).toBeNull())
    findBlock.mockResolvedValue(5n)
    send()
    await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith(expected))
  })

  test('of an age that cannot be found again is not taken from the last lookup', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000_000 })
    const onSubmit = spy()
    const findBlock = vi.fn<FindBlock>(() => Promise.resolve(4_001n))
    render(<FilterBuilder {...{ head: 5_000n, onSubmit, findBlock }} />)
    fireEvent.click(screen.getByLabelText('Latest'))
    fireEvent.change(screen.getByLabelText('Unit'), { target: { value: 'hours' } })
    fireEvent.blur(screen.getByLabelText('Last'))
    const field = screen.getByLabelText('Last')
    await vi.waitFor(() => expect(field).toHaveAccessibleDescription('= last 1,000 blocks'))
    findBlock.mockRejectedValueOnce(new Error('Gone.'))
    vi.setSystemTime(1_000_000_060_000)
    send()
    await vi.waitFor(() => expect(field).toHaveAccessibleDescription('Gone.'))
    expect(field).toHaveFocus()
    expect(onSubmit).not.toHaveBeenCalled()
    // Submitting again looks it up again, without leaving the field.
    send()
    await vi.waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ fromBlock: 'latest-999' }))
  })

  test('of another network, or after unmount, is not submitted', async () => {
    const { find, answer } = lookup<FindBlock>()
    const onSubmit = spy()
    const { rerender, unmount } = render(<FilterBuilder chainId={1} findBlock={find} onSubmit={onSubmit} />)
    enterDate()
    send()
    rerender(<FilterBuilder chainId={2} findBlock={find} onSubmit={onSubmit} />)
    await answer(5n)
    send()
    unmount()
    await answer(6n)
    expect(onSubmit).not.toHaveBeenCalled()
  })
})

describe('the block of a deployment', () => {
  test('is not searched for any longer once one of the contracts has failed', async () => {
    const signals: AbortSignal[] = []
    const find: FindDeployment = (address, { signal }) => {
      signals.push(signal)
      return address === token ? Promise.reject(new Error('Gone.')) : new Promise(() => {})
    }
    render(<FilterBuilder findDeployment={find} defaultValue={{ address: [token, other] }} />)
    fireEvent.click(screen.getByRole('button', { name: 'Since deployment' }))
    expect(await screen.findByText('Gone.')).toBeVisible()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
  })

  test('is added to the input made meanwhile', async () => {
    const { find, answer } = lookup<FindDeployment>()
    const onChange = spy()
    render(<FilterBuilder findDeployment={find} defaultValue={{ address: token }} onChange={onChange} />)
    fireEvent.click(screen.getByRole('button', { name: 'Since deployment' }))
    fireEvent.click(screen.getByLabelText('Raw topics'))
    await answer(77n)
    expect(onChange).toHaveBeenLastCalledWith({ address: token, topics: [], fromBlock: 77n })
  })

  test('on another network is ignored', async () => {
    const { find, answer } = lookup<FindDeployment>()
    const { rerender } = render(<FilterBuilder chainId={1} findDeployment={find} />)
    write('Contracts', token)
    fireEvent.click(screen.getByRole('button', { name: 'Since deployment' }))
    rerender(<FilterBuilder chainId={2} findDeployment={find} />)
    expect(screen.getByLabelText('Contracts')).toHaveValue(token)
    await answer(77n)
    expect(screen.getByLabelText('From block')).toHaveValue('')
  })
})
