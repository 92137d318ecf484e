import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'
import { ExportMenu } from '../src/components/ExportMenu/ExportMenu.tsx'
import { BaseError } from '../src/errors/BaseError.ts'
import { ExportError } from '../src/errors/ExportError.ts'

const running = { status: 'running', fileName: 'xone-logs.csv', fraction: 0.42, written: 420_000 } as const

const meta = {
  title: 'Components/ExportMenu',
  component: ExportMenu,
  args: { counts: { all: 12_480 }, onExport: fn(), onCancel: fn(), onDismiss: fn() },
  parameters: { width: 620 },
} satisfies Meta<typeof ExportMenu>

export default meta
type Story = StoryObj<typeof meta>

const open: NonNullable<Story['play']> = async ({ canvas }) => {
  await userEvent.click(canvas.getByRole('button', { name: 'Export' }))
  await expect(screen.getByRole('dialog', { name: 'Export' })).toBeVisible()
}

export const Default: Story = {}

export const Open: Story = { play: open }

/** Keyboard only: open, choose, save; focus returns to the button. */
export const Keyboard: Story = {
  args: { counts: { all: 12_480, filtered: 311, selected: 4 } },
  play: async ({ canvas, args }) => {
    const button = canvas.getByRole('button', { name: 'Export' })
    await userEvent.tab()
    await expect(button).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(screen.getByRole('radio', { name: 'Selected (4)' })).toHaveFocus()
    await userEvent.keyboard(
      '{ArrowRight}{Tab}{ArrowRight}{ArrowRight}{ArrowRight}{Tab}{ArrowRight}{Tab} {Tab}{Enter}',
    )
    await expect(args.onExport).toHaveBeenCalledWith({
      scope: 'filtered',
      format: 'parquet',
      content: 'raw',
      provenance: false,
      units: false,
    })
    await waitFor(() => expect(button).toHaveFocus())
    await expect(screen.queryByRole('dialog')).toBeNull()
  },
}

/** The selected rows are offered first. */
export const Selection: Story = {
  args: { counts: { all: 12_480, filtered: 311, selected: 4 }, incomplete: true },
  play: open,
}

export const Huge: Story = {
  args: { counts: { all: 1_250_000 }, incomplete: true },
  play: open,
}

export const Running: Story = {
  args: { counts: { all: 1_000_000 }, job: running },
  play: async ({ canvas, args }) => {
    await expect(canvas.getByRole('progressbar', { name: 'Exporting…' })).toHaveAttribute('value', '0.42')
    await userEvent.click(canvas.getByRole('button', { name: 'Export' }))
    await expect(screen.queryByRole('dialog')).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel' }))
    await expect(args.onCancel).toHaveBeenCalledOnce()
    await expect(canvas.getByRole('button', { name: 'Export' })).toHaveFocus()
  },
}

export const Done: Story = {
  args: { job: { ...running, status: 'done', fraction: 1, written: 1_000_000 } },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Dismiss' }))
    await expect(args.onDismiss).toHaveBeenCalledOnce()
    await expect(canvas.getByRole('button', { name: 'Export' })).toHaveFocus()
  },
}

export const Cancelled: Story = { args: { job: { ...running, status: 'cancelled' } } }

export const Failed: Story = {
  args: {
    job: {
      ...running,
      status: 'failed',
      error: new ExportError('Parquet', 'block_number', (2n ** 70n).toString()),
    },
  },
}

/** An error message from outside is shown as text. */
export const Hostile: Story = {
  args: {
    job: {
      ...running,
      status: 'failed',
      error: new BaseError('No place: pay\u200Bpal \u202Efdp.exe\u0000 <img src=x onerror=alert(1)>'),
    },
  },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelector('img')).toBeNull()
    await expect(canvasElement.textContent).toContain('pay\\u{200B}pal \\u{202E}fdp.exe\\u{00} <img')
  },
}

export const Empty: Story = {
  args: { counts: { all: 0 } },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Export' }))
    await expect(screen.queryByRole('dialog')).toBeNull()
  },
}

export const Narrow: Story = {
  args: { counts: { all: 12_480, filtered: 311, selected: 4 }, job: { ...running, status: 'done' } },
  parameters: { width: 360 },
}

export const RightToLeft: Story = {
  args: { counts: { all: 12_480, filtered: 311 } },
  render: (args) => (
    <div dir="rtl">
      <ExportMenu {...args} />
    </div>
  ),
  play: open,
}

export const InShadowRoot: Story = { parameters: { shadowRoot: true } }
