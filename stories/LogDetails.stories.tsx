import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { encodeAbiParameters, parseAbi, parseAbiItem, toEventSelector, type AbiEvent } from 'viem'
import { StringsProvider } from '../src/components/locales/StringsProvider.tsx'
import { LogDetails } from '../src/components/LogDetails/LogDetails.tsx'
import { LookupError } from '../src/errors/LookupError.ts'
import { createDecoder } from '../src/logs/decode/createDecoder.ts'
import type { LogRow } from '../src/logs/Log.ts'
import { german } from '../src/strings/de.ts'
import { ambiguousLog, ambiguousMisfitLog, brokenLog, misfitLog, unusualLog } from './support/fittingLogs.ts'
import { hostileLogs } from './support/hostileLogs.ts'
import { labels, pool, seededLogs } from './support/seededLogs.ts'

const logs = seededLogs(60).toArray()
const transfer = logs.find((log) => log.decoded?.name === 'Transfer')!
const swap = logs.find((log) => log.decoded?.name === 'Swap')!
const unknown = logs.find((log) => !log.decoded)!

const nested: LogRow = {
  ...transfer,
  decoded: {
    name: 'OrderFilled',
    signature: 'OrderFilled(string,(address,uint256[],(bool,bytes32)),string[],bytes)',
    source: 'given',
    args: [
      {
        name: 'note',
        type: 'string',
        value: '0x9c22ff5f21f0b81b113e63f7db6da94fedef11b2119b4088b89664fb9a3cb658',
        indexed: true,
        hashed: true,
      },
      {
        name: 'order',
        type: '(address,uint256[],(bool,bytes32))',
        indexed: false,
        hashed: false,
        value: {
          fields: [
            { name: 'maker', type: 'address', value: transfer.address },
            { name: 'amounts', type: 'uint256[]', value: [1n, 20_000_000_000n, 3n] },
            {
              name: 'terms',
              type: '(bool,bytes32)',
              value: {
                fields: [
                  { name: 'partial', type: 'bool', value: true },
                  { name: 'salt', type: 'bytes32', value: transfer.blockHash },
                ],
              },
            },
          ],
        },
      },
      { name: 'tags', type: 'string[]', value: ['spot', '', 'maker'], indexed: false, hashed: false },
      { name: '', type: 'bytes', value: '0x', indexed: false, hashed: false },
    ],
  },
}

const signature = parseAbiItem('event Message(uint256 indexed id, string text, uint64[] parts, bool last)')
const message: LogRow = (() => {
  const log = {
    ...transfer,
    topics: [toEventSelector(signature), `0x${'7'.padStart(64, '0')}`] as const,
    data: encodeAbiParameters(signature.inputs.slice(1), ['What is kept, and where.', [1n, 2n, 3n], true]),
  }
  return {
    ...log,
    topics: [...log.topics],
    decoded: createDecoder([signature]).decode({ ...log, topics: [...log.topics] }),
  }
})()

const twoReadings = createDecoder(
  [parseAbiItem('event Transfer(address indexed src, address indexed dst, uint256 wad)')],
  {
    known: [parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')],
  },
).candidates(transfer)

const lookup = {
  status: 'idle',
  services: [
    { name: 'api.4byte.sourcify.dev', by: 'topic' },
    { name: 'xonescan.com', by: 'address' },
  ],
  onLookUp: fn(),
} as const

const ofTransaction = logs
  .slice(0, 6)
  .map((log, logIndex) => ({ ...log, logIndex, blockHash: transfer.blockHash }))

const meta = {
  title: 'Components/LogDetails',
  component: LogDetails,
  args: { log: transfer, labels, explorerUrl: 'https://etherscan.io', onClose: fn() },
  parameters: { width: 620 },
} satisfies Meta<typeof LogDetails>

export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Close' }))
    await expect(args.onClose).toHaveBeenCalled()
  },
}

export const KnownEvent: Story = { args: { log: swap } }

/** Token amounts in their unit; any number can be shown in another unit. */
export const Units: Story = {
  args: { token: { symbol: 'USDC', decimals: 6 } },
  play: async ({ canvas }) => {
    const unit = canvas.getByRole('combobox', { name: 'Unit of value' })
    await expect(unit).toHaveDisplayValue('USDC')
    await userEvent.selectOptions(unit, 'raw')
    const value = transfer.decoded!.args[2]!.value as bigint
    await expect(canvas.getByText(value.toLocaleString('en'))).toBeVisible()
  },
}

/** Each word of the data names the argument it belongs to. */
export const Words: Story = { args: { log: message } }

export const NamesLookedUp: Story = {
  args: {
    labels: {},
    resolveLabel: async (address) => `${address.slice(2, 6)}.eth`,
    resolveToken: async () => ({ symbol: 'TOK', decimals: 18 }),
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('TOK')).toBeVisible()
    await expect((await canvas.findAllByText(/^[0-9a-f]{4}\.eth$/)).length).toBeGreaterThan(1)
  },
}

export const Proxy: Story = { args: { implementation: pool } }

/** Checks for a proxy on request. */
export const FindProxy: Story = { args: { proxySearch: { status: 'idle', onCheck: fn() } } }

export const NoProxy: Story = { args: { proxySearch: { status: 'success', onCheck: fn() } } }

export const TwoDecodings: Story = {
  args: { log: { ...transfer, decoded: twoReadings[0] }, candidates: twoReadings },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('rowheader', { name: 'src' })).toBeVisible()
    await userEvent.click(canvas.getByRole('radio', { name: /address indexed from,/ }))
    await expect(canvas.getByRole('rowheader', { name: 'from' })).toBeVisible()
    await expect(canvas.queryByRole('rowheader', { name: 'src' })).toBeNull()
  },
}

export const LookUp: Story = {
  args: { log: unknown, lookup },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Look up event' }))
    await expect(lookup.onLookUp).toHaveBeenCalled()
  },
}

/** The ABI known for the contract has no event that matches. */
export const AbiWithoutEvent: Story = {
  args: {
    log: unknown,
    lookup,
    abi: parseAbi(['event Deposit(address indexed user, int256 amount)']),
    onEditAddress: fn(),
  },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Paste another ABI' }))
    await expect(args.onEditAddress).toHaveBeenCalledWith(unknown.address, 'abi')
  },
}

export const LookingUp: Story = { args: { log: unknown, lookup: { ...lookup, status: 'loading' } } }

export const LookUpFoundNothing: Story = { args: { log: unknown, lookup: { ...lookup, status: 'success' } } }

export const LookUpFailed: Story = {
  args: {
    log: unknown,
    lookup: {
      ...lookup,
      status: 'error',
      error: new LookupError('api.4byte.sourcify.dev', 'answered with HTTP 503'),
    },
  },
}

/** Found by topic: names are unknown, and which arguments are indexed is a guess. */
export const LookedUp: Story = {
  args: {
    log: { ...transfer, decoded: undefined },
    candidates: createDecoder([], {
      lookedUp: [
        {
          type: 'event',
          name: 'Transfer',
          inputs: [
            { type: 'address', indexed: true },
            { type: 'address', indexed: true },
            { type: 'uint256', indexed: false },
          ],
        } satisfies AbiEvent,
      ],
    }).candidates(transfer),
  },
}

export const TransactionLogs: Story = {
  args: {
    log: ofTransaction[2]!,
    transactionLogs: { status: 'success', logs: ofTransaction, onRead: fn() },
    onSelect: fn(),
  },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: /#4/ }))
    await expect(args.onSelect).toHaveBeenCalledWith(ofTransaction[4])
  },
}

const around = {
  data: {
    hash: ofTransaction[2]!.transactionHash,
    status: 'success',
    from: `0x${'a1'.repeat(20)}`,
    to: `0x${'b2'.repeat(20)}`,
    contractAddress: undefined,
    value: 1_500_000_000_000_000_000n,
    input: `0xa9059cbb${'0'.repeat(128)}`,
    nonce: 12,
    gasLimit: 90_000n,
    gasUsed: 62_372n,
    gasPrice: 4_000_000_000n,
    blockNumber: ofTransaction[2]!.blockNumber,
    blockHash: ofTransaction[2]!.blockHash,
    transactionIndex: 1,
    logs: ofTransaction,
    replay: undefined,
  },
  call: {
    name: 'transfer',
    signature: 'transfer(address,uint256)',
    args: [
      { name: 'to', value: `0x${'c3'.repeat(20)}` },
      { name: 'value', value: 1_500_000n },
    ],
  },
  currency: { symbol: 'XOC', decimals: 18 },
} as const

export const Transaction: Story = {
  args: { ...TransactionLogs.args, transaction: around },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText('Succeeded')).toBeVisible()
    await expect(canvas.getByText('62,372 of 90,000 (69%)')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Copy as…' }))
    const menu = within(canvasElement.ownerDocument.body).getByRole('menu')
    await expect(within(menu).getAllByRole('menuitem')).toHaveLength(5)
  },
}

export const TransactionNarrow: Story = {
  args: { ...TransactionLogs.args, transaction: around },
  parameters: { width: 360 },
}

export const TransactionOffered: Story = {
  args: { transaction: {}, transactionLogs: { status: 'idle', onRead: fn() } },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Show transaction and all its logs' }))
    await expect(args.transactionLogs!.onRead).toHaveBeenCalledOnce()
  },
}

export const TransactionLogsOffered: Story = {
  args: { transactionLogs: { status: 'idle', onRead: fn() } },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Show all' }))
    await expect(args.transactionLogs!.onRead).toHaveBeenCalledOnce()
  },
}

export const TransactionLogsFailed: Story = {
  args: { transactionLogs: { status: 'error', error: new Error('The node did not answer.'), onRead: fn() } },
}

/** The last log of a list: the next button is disabled. */
export const AmongOthers: Story = {
  args: { neighbors: { previous: swap, next: undefined }, onSelect: fn() },
  play: async ({ canvas, args }) => {
    await expect(canvas.getByRole('button', { name: 'Next log' })).toHaveAttribute('aria-disabled', 'true')
    canvas.getByRole('button', { name: 'Previous log' }).focus()
    await userEvent.keyboard('{Enter}{Alt>}{ArrowUp}{ArrowDown}{/Alt}')
    await expect(args.onSelect).toHaveBeenCalledTimes(2)
    await expect(args.onSelect).toHaveBeenLastCalledWith(swap)
  },
}

export const Nested: Story = { args: { log: nested } }

export const NotDecoded: Story = { args: { log: unknown } }

/** The ABI indexes other arguments than the contract. Readings that fit are offered. */
export const Misfit: Story = {
  args: { log: misfitLog },
  play: async ({ canvas }) => {
    await expect(
      canvas.getByText('The log has 3 topics and 96 bytes of data; this event has 3 and 32.'),
    ).toBeVisible()
    await expect(canvas.queryByRole('table')).toBeNull()
    await userEvent.click(canvas.getByRole('radio', { name: /address indexed who, string note/ }))
    await expect(canvas.getByText('Rent for May')).toBeVisible()
  },
}

export const MisfitTwoSplits: Story = { args: { log: ambiguousMisfitLog } }

export const MisfitInGerman: Story = {
  args: { log: ambiguousMisfitLog },
  decorators: [
    (Story) => (
      <StringsProvider strings={german}>
        <Story />
      </StringsProvider>
    ),
  ],
}

export const MisfitWithoutSplit: Story = { args: { log: brokenLog } }

export const MisfitNarrow: Story = { args: { log: misfitLog }, parameters: { width: 360 } }

/** A looked-up ABI fits where the given one does not. */
export const MisfitButKnown: Story = {
  args: {
    log: {
      ...misfitLog,
      decoded: createDecoder([], {
        known: [parseAbiItem('event Deposit(address indexed who, string note, uint64 indexed id)')],
      }).decode(misfitLog),
    },
  },
}

/** Unusual encoding: decoded and marked. */
export const Unusual: Story = { args: { log: unusualLog } }

/** The log would look the same with another argument indexed. */
export const Ambiguous: Story = { args: { log: ambiguousLog } }

export const Removed: Story = { args: { log: { ...transfer, removed: true } } }

export const Anonymous: Story = { args: { log: { ...unknown, topics: [], data: '0x' } } }

export const Hostile: Story = { args: { log: hostileLogs[0]! } }

export const HostileLength: Story = { args: { log: hostileLogs.at(-1)! } }

export const Huge: Story = {
  args: { log: { ...unknown, data: `0x${'0123456789abcdef'.repeat(60_000)}` } },
}

export const Json: Story = {
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByText('JSON', { selector: 'summary' }))
    await expect(within(canvasElement).getByRole('region', { name: 'JSON' })).toBeVisible()
  },
}

export const Narrow: Story = { args: { log: nested }, parameters: { width: 360 } }

export const InShadowRoot: Story = { parameters: { shadowRoot: true } }
