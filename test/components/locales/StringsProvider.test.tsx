import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StringsProvider } from '../../../src/components/locales/StringsProvider.tsx'
import { NetworkStatus } from '../../../src/components/status/NetworkStatus.tsx'
import { mergeStrings } from '../../../src/components/strings/mergeStrings.ts'
import { CopyButton } from '../../../src/components/ui/CopyButton.tsx'
import { german } from '../../../src/strings/de.ts'

const endpoints = [
  { name: 'a.example', type: 'http', state: 'ok', head: 5n, latency: 5 },
  { name: 'b.example', type: 'http', state: 'unreachable', head: undefined, latency: undefined },
] as const

test('strings are replaced one by one, nested ones too; the others are inherited', () => {
  render(
    <StringsProvider strings={german}>
      <StringsProvider strings={{ copied: undefined, endpointStates: { ok: 'Läuft' } }}>
        <NetworkStatus endpoints={endpoints} />
        <CopyButton value="x" what="Wert" />
      </StringsProvider>
    </StringsProvider>,
  )
  expect(screen.getByText('Läuft')).toBeInTheDocument()
  expect(screen.getByText(german.endpointStates.unreachable)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Wert kopieren' })).toBeInTheDocument()
})

test('an undefined replacement is ignored', () => {
  const strings = { retry: 'Try again', states: { ok: 'Fine', bad: 'Bad' } }
  expect(mergeStrings(strings, { retry: undefined, states: { ok: undefined, bad: 'Oh' } })).toEqual({
    retry: 'Try again',
    states: { ok: 'Fine', bad: 'Oh' },
  })
})
