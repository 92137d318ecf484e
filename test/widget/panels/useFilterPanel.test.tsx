import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFilterPanel } from '../../../src/widget/panels/useFilterPanel.ts'

const open = (isBeside: boolean) =>
  renderHook((beside: boolean) => useFilterPanel(beside), { initialProps: isBeside })

test('after use as an overlay, the panel is next to the table once there is space', () => {
  const { result, rerender } = open(false)
  expect(result.current.isOpen).toBe(false)
  act(() => result.current.show(true))
  expect(result.current.isOpen).toBe(true)
  act(() => result.current.leave())
  expect(result.current.isOpen).toBe(false)
  rerender(true)
  expect(result.current.isOpen).toBe(true)
})

test('it does not cover the table because it was open beside it', () => {
  const { result, rerender } = open(true)
  act(() => result.current.show(false))
  act(() => result.current.show(true))
  rerender(false)
  expect(result.current.isOpen).toBe(false)
})

test('closed beside the table, it stays closed', () => {
  const { result, rerender } = open(true)
  act(() => result.current.close())
  rerender(false)
  rerender(true)
  expect(result.current.isOpen).toBe(false)
})
