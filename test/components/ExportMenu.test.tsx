import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ExportChoice } from '../../src/components/ExportMenu/ExportForm.tsx'
import { ExportMenu } from '../../src/components/ExportMenu/ExportMenu.tsx'

test('a selection that ends while the form is open is not exported', () => {
  const onExport = vi.fn<(choice: ExportChoice) => void>()
  const { rerender } = render(<ExportMenu counts={{ all: 5, selected: 2 }} onExport={onExport} />)
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  expect(screen.getByLabelText('Selected (2)')).toBeChecked()
  rerender(<ExportMenu counts={{ all: 5 }} onExport={onExport} />)
  fireEvent.submit(screen.getByRole('dialog', { hidden: true }).querySelector('form')!)
  expect(onExport).toHaveBeenCalledWith(expect.objectContaining({ scope: 'all' }))
})

test('while no scope has logs, the menu says so instead of opening', () => {
  const { container } = render(<ExportMenu counts={{ all: undefined }} onExport={() => {}} />)
  expect(container.firstElementChild).toHaveAttribute('data-state', 'empty')
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
})
