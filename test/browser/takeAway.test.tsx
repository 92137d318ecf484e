import { parquetReadObjects } from 'hyparquet'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { createLogsConfig } from '../../src/index.ts'
import '../../src/explorer.css'
import { LogExplorer } from '../../src/widget.ts'
import { askChain, chain, contractOf, localNetwork, transfer } from '../support/browserChain.ts'

const network = localNetwork({ http: [`${chain.http}/?key=very-secret`] })
const token = contractOf('Copper').address.toLowerCase()

interface RpcLog {
  readonly address: string
  readonly blockNumber: string
  readonly transactionHash: string
  readonly logIndex: string
  readonly topics: readonly string[]
  readonly data: string
}

beforeEach(() => page.viewport(1280, 800))
const rowCount = () =>
  Number(page.getByRole('grid', { name: 'Logs' }).element().getAttribute('aria-rowcount')) - 1

async function showTransfers(): Promise<readonly RpcLog[]> {
  const logs = await askChain<RpcLog[]>('eth_getLogs', [
    { fromBlock: '0x0', address: token, topics: [transfer] },
  ])
  await render(
    <LogExplorer
      config={createLogsConfig({ networks: [network] })}
      contracts={chain.contracts}
      defaultQuery={{ address: token as `0x${string}`, topics: [transfer], fromBlock: 0n, order: 'desc' }}
      style={{ blockSize: '700px' }}
    />,
  )
  await expect.poll(rowCount).toBe(logs.length)
  await expect.element(page.getByText('Complete', { exact: true })).toBeVisible()
  return logs
}

/** Chooses a format by keyboard alone. Returns what was saved. */
async function save(format: string, content: string): Promise<Blob> {
  const saved: Blob[] = []
  // A page cannot read a download that it starts, but it can read the blob.
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:none'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const button = page.getByRole('button', { name: 'Export', exact: true })
  await expect.element(button).toBeEnabled()
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const checked = (name: string) => page.getByRole('radio', { name, exact: true })
  for (let presses = 0; presses < 4 && !(checked(format).element() as HTMLInputElement).checked; presses++)
    await userEvent.keyboard('{ArrowRight}')
  await userEvent.keyboard('{Tab}')
  if (!(checked(content).element() as HTMLInputElement).checked) await userEvent.keyboard('{ArrowRight}')
  await expect.element(checked(content)).toBeChecked()
  await userEvent.keyboard('{Tab}{Tab}{Enter}')
  await expect.poll(() => saved.length).toBe(1)
  await expect.element(page.getByText(/saved as/)).toBeVisible()
  return saved[0]!
}

const newestFirst = (logs: readonly RpcLog[]) =>
  logs
    .map(({ blockNumber, logIndex, transactionHash, data }) => [
      Number(blockNumber),
      Number(logIndex),
      transactionHash,
      data,
    ])
    .toReversed()

test('the file matches the chain, names its provenance, and contains no secret', async () => {
  const logs = await showTransfers()
  const text = await (await save('NDJSON', 'Raw only')).text()
  const [head, ...lines] = text.trimEnd().split('\n')
  const records = lines.map((line) => JSON.parse(line) as Record<string, string>)
  expect(
    records.map(({ blockNumber, logIndex, transactionHash, data }) => [
      Number(blockNumber),
      Number(logIndex),
      transactionHash,
      data,
    ]),
  ).toEqual(newestFirst(logs))
  const { provenance } = JSON.parse(head!) as { provenance: Record<string, unknown> }
  expect(provenance).toMatchObject({
    network: { id: chain.chainId, name: 'Local' },
    filter: { address: [token], topics: [[transfer]] },
    range: { fromBlock: '0', toBlock: 'latest' },
    verified: [['0', expect.any(String)]],
    trimmed: [],
    pending: [],
    failed: [],
    head: expect.any(String),
    exportedAt: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  expect(text).not.toContain('very-secret')
})

test('a Parquet file reads back typed, argument by argument', async () => {
  const logs = await showTransfers()
  const file = await (await save('Parquet', 'Decoded')).arrayBuffer()
  const rows = (await parquetReadObjects({ file })) as Record<string, unknown>[]
  expect(
    rows.map((row) => [
      Number(row['block_number']),
      Number(row['log_index']),
      row['transaction_hash'],
      row['data'],
    ]),
  ).toEqual(newestFirst(logs))
  expect(rows.map((row) => row['arg_value'])).toEqual(
    logs.map(({ data }) => BigInt(data).toString()).toReversed(),
  )
})

test('sums of groups match the chain, and all groups together have every log', async () => {
  const logs = await showTransfers()
  await page.getByRole('radio', { name: 'Groups' }).click({ force: true })
  await page.getByRole('combobox', { name: 'Group by' }).selectOptions('Transfer: to')
  await page.getByRole('combobox', { name: 'Sum' }).selectOptions('Transfer: value')
  const sums = new Map<string, bigint>()
  for (const { topics, data } of logs) sums.set(topics[2]!, (sums.get(topics[2]!) ?? 0n) + BigInt(data))
  const expected = [...sums.values()].toSorted((a, b) => (a > b ? -1 : a < b ? 1 : 0))
  const groups = page.getByRole('region', { name: 'Log groups' })
  await expect.element(groups.getByText(`${sums.size} groups`)).toBeVisible()
  const cells = () =>
    [...groups.element().querySelectorAll('tbody tr:not([data-state])')].map((row) =>
      // A sum in the unit of the token is followed by its raw digits.
      [...row.querySelectorAll('td')].map(({ title, textContent }) =>
        (title || textContent).replaceAll(',', ''),
      ),
    )
  // The same groups were there before the sums.
  await expect.poll(() => cells().map(([, sum]) => BigInt(sum!))).toEqual(expected.slice(0, 50))
  const counted = groups.element().querySelectorAll('tbody tr')
  const count = [...counted].reduce(
    (all, row) => all + Number.parseInt(row.querySelector('td')!.textContent.replaceAll(',', ''), 10),
    0,
  )
  expect(count).toBe(logs.length)

  // By keyboard: one group leads to its logs, and focus moves there.
  ;(
    groups
      .getByRole('button', { name: /^New query: only this: / })
      .first()
      .element() as HTMLElement
  ).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => document.activeElement?.closest('[role="grid"]')).not.toBeNull()
})

test('the form opened from an icon-only toolbar shows all labels, and counts the logs shown', async () => {
  await page.viewport(900, 800)
  const logs = await showTransfers()
  // By keyboard: excludes the block of the first log.
  ;(
    page.getByRole('grid').element().querySelector('[data-index="0"] [data-column="block"]') as HTMLElement
  ).focus()
  const block = document.activeElement!.textContent.replaceAll(/\D/g, '')
  await userEvent.keyboard('{Shift>}{F10}{/Shift}')
  await page.getByRole('menuitem', { name: 'Hide here' }).click()
  const left = logs.filter(({ blockNumber }) => Number(blockNumber) !== Number(block)).length
  await expect.poll(rowCount).toBe(left)
  expect(left).toBeLessThan(logs.length)
  const shown = left.toLocaleString('en')
  await page.getByRole('button', { name: 'Chart' }).click()
  await expect.element(page.getByRole('figure')).toHaveTextContent(`${shown} logs`)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect.element(page.getByRole('radio', { name: `Shown (${shown})` })).toBeChecked()
  const button = page.getByRole('button', { name: 'Save as CSV' }).element()
  expect(button.scrollWidth).toBeLessThanOrEqual(button.clientWidth)
})
