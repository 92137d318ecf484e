import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { FilterBuilder } from '../../../src/components/FilterBuilder/FilterBuilder.tsx'
import type { FilterBuilderProps } from '../../../src/components/FilterBuilder/FilterBuilderProps.ts'
import { StringsProvider } from '../../../src/components/locales/StringsProvider.tsx'
import { LogTable } from '../../../src/components/LogTable/LogTable.tsx'
import { QueryCode } from '../../../src/components/QueryCode/QueryCode.tsx'
import { InvalidQueryError } from '../../../src/errors/InvalidQueryError.ts'
import { NodeError } from '../../../src/errors/NodeError.ts'
import { inputProblem } from '../../../src/logs/filter/inputProblem.ts'
import { parseLogQuery } from '../../../src/logs/filter/parseLogQuery.ts'
import { german } from '../../../src/strings/de.ts'
import { write } from './form.ts'

const inGerman = (what: React.ReactNode) => render(<StringsProvider strings={german}>{what}</StringsProvider>)
const form = (props: FilterBuilderProps) => inGerman(<FilterBuilder {...props} />)
const send = () => fireEvent.submit(screen.getByRole('form', { name: 'Filter' }))

test('recent queries are described in German', () => {
  form({ recent: [{}, { fromBlock: 5n, toBlock: 1_000n }] })
  fireEvent.click(screen.getByRole('button', { name: 'Gespeicherte Abfragen' }))
  expect(screen.getAllByRole('button', { name: / – / }).map((one) => one.textContent)).toEqual([
    'Alle · erster – neuester',
    'Alle · 5 – 1.000',
  ])
})

describe('at a field, in German', () => {
  test('an invalid address', () => {
    form({})
    write('Verträge', `0x${'1'.repeat(39)}`)
    send()
    expect(screen.getByLabelText('Verträge')).toHaveAccessibleDescription(
      /Nach 0x werden 40 Hexziffern erwartet, gefunden: 39\./,
    )
  })

  test('a range that the query rejects', () => {
    form({})
    write('Von Block', '7')
    write('Bis Block', '5')
    send()
    expect(screen.getByLabelText('Bis Block')).toHaveAccessibleDescription(
      /Der Bereich ist verkehrt herum: Er endet mit Block 5, bevor er mit 7 beginnt\./,
    )
  })

  test('errors known only to the caller', () => {
    form({ issues: [{ path: 'address', ...inputProblem('address-no-contract') }] })
    expect(screen.getByLabelText('Verträge')).toHaveAccessibleDescription(/gibt es keinen Vertrag/)
  })

  test('a date whose block was not found', async () => {
    const error = new NodeError('a.example naps.', { kind: 'timeout', method: 'eth_getBlockByNumber' })
    form({ findBlock: () => Promise.reject(error) })
    fireEvent.click(screen.getByLabelText('Datum'))
    write('Von', '2026-11-20T14:00')
    fireEvent.blur(screen.getByLabelText('Von'))
    const { what, advice } = german.errors.timeout!
    await expect.poll(() => screen.getByLabelText('Von').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByLabelText('Von')).toHaveAccessibleDescription(
      expect.stringContaining(`${what(undefined)} ${advice}`),
    )
  })

  test('an invalid contract', async () => {
    const issue = { path: 'address', ...inputProblem('address-no-contract') }
    form({
      defaultValue: { address: `0x${'1'.repeat(40)}` },
      findDeployment: () => Promise.reject(new InvalidQueryError([issue])),
    })
    fireEvent.click(screen.getByRole('button', { name: 'Seit dem Deployment' }))
    expect(await screen.findByText('Unter dieser Adresse gibt es keinen Vertrag.')).toBeInTheDocument()
  })

  test('text that is not a query', () => {
    inGerman(<QueryCode query={{}} onOpen={() => {}} />)
    const field = screen.getByLabelText('Andere Abfrage öffnen')
    const paste = (text: string) => {
      fireEvent.change(field, { target: { value: text } })
      fireEvent.click(screen.getByRole('button', { name: 'Öffnen' }))
    }
    paste('{"topics": 5}')
    expect(field).toHaveAccessibleDescription(/Topics: Erwartet wird eine Liste von höchstens 4 Stellen/)
    paste('#from=x&v=1')
    expect(field).toHaveAccessibleDescription(/Von Block: Erwartet wird eine Blocknummer, eines von/)
    paste('#from=5')
    expect(field).toHaveAccessibleDescription(/Dieser Link enthält keine Abfrage/)
  })
})

function refusal(): Error {
  try {
    parseLogQuery({ fromBlock: 7n, toBlock: 5n, limit: 0 })
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('It was taken.')
}

test('an invalid query reads as prose, in both languages', () => {
  const { unmount } = render(<LogTable logs={[]} status="error" error={refusal()} />)
  expect(screen.getByRole('alert')).toHaveTextContent(
    /To block: The range is reversed: it ends at block 5, before it starts at 7\. Limit: Expected/,
  )
  unmount()
  inGerman(<LogTable logs={[]} status="error" error={refusal()} />)
  expect(screen.getByRole('alert')).toHaveTextContent(
    /Die Abfrage ist ungültig\. ?Bis Block: Der Bereich ist verkehrt herum.* Limit: Erwartet wird eine ganze Anzahl/,
  )
})
