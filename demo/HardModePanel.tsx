import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { HardState } from './startHardEndpoints.mjs'
import type { Words } from './words.ts'

export interface HardMode {
  /** The URL at which limitations are read and switched. */
  readonly control: string
  readonly limitations: readonly { readonly key: string; readonly label: string; readonly help: string }[]
}

interface HardModePanelProps extends HardMode {
  readonly words: Words
  readonly language: string
}

const none: Readonly<Record<string, boolean>> = {}

/** Switches the limitations of the demo's endpoints while the explorer reads from them. */
export function HardModePanel({ control, limitations, words, language }: HardModePanelProps) {
  const queryClient = useQueryClient()
  const queryKey = ['hardMode', control]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => send(control, { signal }),
    refetchInterval: 2_000,
  })
  const { mutate } = useMutation({
    mutationFn: (on: Readonly<Record<string, boolean>>) =>
      send(control, { method: 'PUT', body: JSON.stringify({ on }) }),
    onSuccess: (state) => queryClient.setQueryData(queryKey, state),
  })
  const on: Readonly<Record<string, boolean>> = data?.on ?? none
  const count = limitations.filter(({ key }) => on[key]).length
  const refused = data?.endpoints.reduce((sum, endpoint) => sum + endpoint.refused, 0) ?? 0
  return (
    <fieldset className="hard-mode" data-on={count > 0} disabled={!data} aria-label={words.hardMode}>
      <label>
        <input
          type="checkbox"
          role="switch"
          aria-checked={count > 0}
          checked={count > 0}
          onChange={() => mutate(Object.fromEntries(limitations.map(({ key }) => [key, count === 0])))}
        />
        {words.hardMode}
      </label>
      <ul>
        {limitations.map(({ key, ...english }) => {
          const [label, help] = words.limitations[key] ?? [english.label, english.help]
          return (
            <li key={key}>
              <label title={help}>
                <input
                  type="checkbox"
                  checked={on[key] === true}
                  onChange={(event) => mutate({ [key]: event.target.checked })}
                />
                {label}
              </label>
            </li>
          )
        })}
      </ul>
      <p>{count === 0 ? words.unlimited : `${refused.toLocaleString(language)} ${words.refused(refused)}`}</p>
    </fieldset>
  )
}

async function send(url: string, init: RequestInit): Promise<HardState> {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`The endpoints answered ${response.status}.`)
  return (await response.json()) as HardState
}
