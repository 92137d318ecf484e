// Importing stories replaces the global `expect`, so each test uses that of its context.
import { describe, test } from 'vitest'
import * as components from '../../src/components.ts'
import * as widget from '../../src/widget.ts'
import { LogExplorerElement } from '../../src/widget/element/LogExplorerElement.tsx'

// The states that every component must show, by story name. Theme, keyboard and axe are tested in all stories.
const states = [
  'Default',
  'Loading',
  'Empty',
  'Partial',
  'Failed',
  'Hostile',
  'Huge',
  'Narrow',
  'InShadowRoot',
] as const
type State = (typeof states)[number]

/** States that a component cannot have, and why. */
interface Never {
  readonly never: string
}
const never = (reason: string): Never => ({ never: reason })

const given = never('it is drawn only with a value')
const whole = never('a value is complete or missing')
const decides = never('its caller decides whether to draw it')

/** States shown by a story of another, more specific name, or that cannot occur. */
const exceptions: Readonly<Record<string, Readonly<Partial<Record<State, string | Never>>>>> = {
  Address: { Loading: given, Empty: given, Partial: whole, Failed: 'Invalid', Hostile: 'HostileLink' },
  AddressBook: { Loading: given, Partial: 'Temporary', Failed: 'InvalidAbi' },
  BlockHistogram: { Hostile: 'GiganticNumbers', Huge: 'Million' },
  BudgetMeter: {
    Partial: never('its Default story is partly used'),
    Failed: 'Spent',
    Hostile: never('it gets only numbers, which are validated when the budget is read'),
  },
  CopyButton: {
    Loading: given,
    Empty: decides,
    Partial: whole,
    Failed: 'Refused',
    Hostile: never('what it copies is not drawn'),
    Huge: never('what it copies is not drawn'),
  },
  CoverageBar: { Hostile: 'Contradictory' },
  DecodedValue: {
    Loading: given,
    Partial: 'Hashed',
    Failed: never('what cannot be decoded has no decoded value: LogDetails shows it as it is'),
  },
  ExportMenu: { Loading: 'Running', Partial: 'Selection' },
  FilterBuilder: {
    Loading: 'Busy',
    Partial: 'Filled',
    Failed: 'InvalidInput',
    Hostile: 'HostileNames',
    Huge: 'ManyContracts',
  },
  Hash: { Loading: given, Empty: given, Partial: whole, Failed: 'Invalid', Hostile: 'Invalid' },
  LiveStatus: {
    Empty: 'Off',
    Partial: 'Degraded',
    Failed: 'Stale',
    Hostile: never('it gets only states and numbers'),
    Huge: never('its text has a fixed length'),
  },
  LogDetails: { Loading: 'LookingUp', Empty: 'Anonymous', Partial: 'LookedUp', Failed: 'LookUpFailed' },
  LogExplorer: { Failed: 'DeadEndpoint' },
  LogExplorerElement: { InShadowRoot: never('it has a shadow root of its own') },
  LogGroups: {
    Partial: never('it counts the given logs; CoverageBar shows their blocks'),
    Huge: 'Million',
  },
  NetworkSelect: {
    Loading: never('networks are known before anything is drawn'),
    Partial: whole,
    Failed: 'UnknownNetwork',
  },
  NetworkStatus: { Loading: 'Idle', Partial: 'AllStates' },
  QueryCode: {
    Loading: never('it is made from the query alone'),
    Partial: whole,
    Failed: 'PastedRequest',
  },
  ScanConfirmation: {
    Loading: never('it is shown once the estimate is known'),
    Empty: decides,
    Partial: 'PausedMidway',
    Failed: never('it is shown once the estimate is known'),
    Hostile: never('it gets only numbers, computed by the estimate'),
  },
  ScanEstimate: {
    Partial: 'PartlyCached',
    Hostile: never('it gets only numbers, computed by the estimate'),
  },
  ScanProgress: { Hostile: never('it draws the same as CoverageBar, which has the story') },
  StringsProvider: Object.fromEntries(
    states.map((state) => [
      state,
      state === 'Default' ? 'German' : state === 'Narrow' ? 'Narrow' : never('it draws nothing itself'),
    ]),
  ),
  Timestamp: {
    Loading: given,
    Empty: given,
    Partial: whole,
    Failed: 'Absurd',
    Hostile: 'Absurd',
    Huge: 'Absurd',
  },
}

interface Story {
  parameters?: Record<string, unknown>
}
type StoryFile = { default: { component?: unknown } } & Record<string, Story>

const files = import.meta.glob<StoryFile>('../../stories/*.stories.tsx', { eager: true })
const exported: Record<string, unknown> = { ...components, ...widget, LogExplorerElement }
/** Parts are in the stories of their component: `LogTableGrid` is `LogTable.Grid`. */
const parts = Object.keys(components.LogTable).map((part) => `LogTable${part}`)
const names = Object.keys(exported).filter((name) => /^[A-Z]/.test(name) && !parts.includes(name))

/** The stories of a component, of all files that show it. */
function storiesOf(name: string): Record<string, Story> {
  return Object.assign(
    {},
    ...Object.entries(files)
      .filter(
        ([path, { default: meta }]) =>
          path.endsWith(`/${name}.stories.tsx`) || meta.component === exported[name],
      )
      .map(([, stories]) => stories),
  )
}

test('every component has a story file', ({ expect }) => {
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(names.map((name) => `../../stories/${name}.stories.tsx`)),
  )
})

test('exceptions name only existing components, and states without a story', ({ expect }) => {
  expect(names).toEqual(expect.arrayContaining(Object.keys(exceptions)))
  const idle = Object.entries(exceptions).flatMap(([name, of]) =>
    Object.entries(of)
      .filter(([state, exception]) => exception !== state && storiesOf(name)[state])
      .map(([state]) => `${name}: ${state}`),
  )
  expect(idle).toEqual([])
})

const sources = import.meta.glob<string>('../../src/{components,widget}/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})

describe.each(names)('%s', (name) => {
  test('is documented, with an example', ({ expect }) => {
    const [, source] = Object.entries(sources).find(([path]) => path.endsWith(`/${name}.tsx`))!
    const [comment = ''] = source
      .split(new RegExp(`export (?:function|const|class) ${name}\\b`))[0]!
      .split('/**')
      .slice(-1)
    expect(comment).toMatch(/^[\s*]*[A-Z][^.]+\.[^]*@example\n \* .*[<(]/)
  })

  const stories = storiesOf(name)
  const shown = states.flatMap((state) => {
    const exception = exceptions[name]?.[state] ?? state
    return typeof exception === 'string' ? [[state, exception] as const] : []
  })

  test.for(shown)('has a story of %s: %s', ([state, story], { expect }) => {
    expect(Object.keys(stories)).toContain(story)
    if (state === 'Narrow') expect(stories[story]!.parameters).toMatchObject({ width: 360 })
    if (state === 'InShadowRoot') expect(stories[story]!.parameters).toMatchObject({ shadowRoot: true })
  })
})
