import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as components from '../../src/components.ts'
import { describeComponent } from './describeComponents.ts'

/** The parts of a component, such as `Root` of `LogTable`. They are exported as `LogTableRoot` too, and share its page. */
const partsOf = (component: object) => Object.keys(component).filter((name) => /^[A-Z]/.test(name))
const exported = Object.entries(components).filter(([name]) => /^[A-Z]/.test(name))
const parts = exported.flatMap(([name, component]) => partsOf(component).map((part) => `${name}${part}`))
const names = exported.map(([name]) => name).filter((name) => !parts.includes(name))

describe('docs/components', () => {
  /** Run with `-u` to write the pages anew. */
  const pages = exported.filter(([name]) => names.includes(name))
  test.each(pages)('%s.md matches the sources', async (name, component) => {
    const page = describeComponent('src/components.ts', name, partsOf(component))
    expect(page).toMatch(/^# \w+\n\n[A-Z]/)
    await expect(page).toMatchFileSnapshot(`../../docs/components/${name}.md`)
  })

  test('parts are exported by their own names, too', () => {
    expect(parts).toContain('LogTableGrid')
    expect(exported.map(([name]) => name)).toEqual(expect.arrayContaining(parts))
  })

  test('no page describes a removed component', () => {
    expect(readdirSync('docs/components').toSorted()).toEqual(names.map((name) => `${name}.md`).toSorted())
  })
})
