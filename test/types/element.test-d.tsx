import { expectTypeOf, test } from 'vitest'
import type { LogExplorerElement } from '../../src/element.ts'
import type { LogRow } from '../../src/index.ts'
import type { LogSearch } from '../../src/logs/filter/LogSearch.ts'
import type { LogExplorerProps } from '../../src/widget.ts'

test('the events of the element carry their type', () => {
  const element = document.createElement('log-explorer')
  expectTypeOf(element).toEqualTypeOf<LogExplorerElement>()
  element.addEventListener('querychange', ({ detail }) => expectTypeOf(detail).toEqualTypeOf<LogSearch>())
  element.addEventListener('livechange', ({ detail }) => expectTypeOf(detail).toEqualTypeOf<boolean>())
  element.addEventListener('networkchange', ({ detail }) => expectTypeOf(detail).toEqualTypeOf<number>())
  element.addEventListener('logselect', ({ detail }) => expectTypeOf(detail).toEqualTypeOf<LogRow | null>())
  element.addEventListener('logerror', ({ detail }) => expectTypeOf(detail).toEqualTypeOf<Error>())
  // Those of every element stay.
  element.addEventListener('click', (event) => expectTypeOf(event.clientX).toEqualTypeOf<number>())
})

test('its properties are those of the component that have no property or event of their own', () => {
  const element = document.createElement('log-explorer')
  element.properties = { contracts: [], defaultQuery: { fromBlock: 0n } }
  expectTypeOf(element.query).toEqualTypeOf<LogSearch | undefined>()
  // @ts-expect-error: a property
  element.properties = { query: { fromBlock: 0n } }
  // @ts-expect-error: an event
  element.properties = { onQueryChange() {} }
})

test('it is declared for JSX', () => {
  expectTypeOf(
    <log-explorer
      network={3721}
      url-state
      live
      query={{ fromBlock: 0n }}
      onlogselect={({ detail }) => expectTypeOf(detail).toEqualTypeOf<LogRow | null>()}
    />,
  ).not.toBeAny()
  // @ts-expect-error: no such theme
  void (<log-explorer theme="sepia" />)
})

test('props come as x, defaultX and onXChange', () => {
  expectTypeOf<LogExplorerProps['query']>().toEqualTypeOf<LogExplorerProps['defaultQuery']>()
  expectTypeOf<LogExplorerProps['live']>().toEqualTypeOf<LogExplorerProps['defaultLive']>()
  expectTypeOf<LogExplorerProps['onQueryChange']>()
    .extract<(...args: never[]) => void>()
    .parameter(0)
    .toEqualTypeOf<LogSearch>()
})
