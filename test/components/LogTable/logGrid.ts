import { act, fireEvent } from '@testing-library/react'
import type { LogRow } from '../../../src/logs/Log.ts'
import { makeRow } from '../makeRow.ts'

export const from = `0x${'0'.repeat(24)}${'11'.repeat(20)}` as const
export const transfer = (number: number, changes: Partial<LogRow> = {}) =>
  makeRow(number, {
    address: number % 2 ? `0x${'cd'.repeat(20)}` : `0x${'ab'.repeat(20)}`,
    topics: [`0x${'d'.repeat(64)}`, from],
    decoded: {
      name: 'Sent',
      signature: 'Sent(address,uint256)',
      source: 'given',
      args: [
        { name: 'from', type: 'address', value: `0x${'11'.repeat(20)}`, indexed: true, hashed: false },
        { name: 'value', type: 'uint256', value: BigInt(number), indexed: false, hashed: false },
      ],
    },
    ...changes,
  })
export const rows = Array.from({ length: 60 }, (_, number) => transfer(59 - number))

export const grid = () => document.querySelector<HTMLElement>('[role="grid"]')!
export const row = (index: number) => grid().querySelector<HTMLElement>(`[data-index="${index}"]`)!
export const cell = (index: number, column: string) =>
  row(index).querySelector<HTMLElement>(`[data-column="${column}"]`)!
export const press = (key: string, more = {}) => fireEvent.keyDown(document.activeElement!, { key, ...more })
export const focus = (element: HTMLElement) => act(() => element.focus())
export const marked = () =>
  [...grid().querySelectorAll('[aria-selected="true"]')].map((one) =>
    Number((one as HTMLElement).dataset['index']),
  )
// By attribute: looking for roles among hundreds of cells takes jsdom seconds, and it never shows a popover.
export const named = (selector: string, name: string | RegExp) =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((one) => {
    const text = one.getAttribute('aria-label') ?? one.textContent
    return typeof name === 'string' ? text === name : name.test(text)
  })
function found(selector: string, name: string | RegExp) {
  const element = named(selector, name)
  if (!element) throw new Error(`There is no ${selector} named ${String(name)}.`)
  return element
}
export const item = (name: string | RegExp) => found('[role^="menuitem"]', name)
export const button = (name: string | RegExp) => found('button', name)
