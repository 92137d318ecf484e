import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as components from '../../src/components.ts'
import { describeComponent } from './describeComponents.ts'

const names = Object.keys(components).filter((name) => /^[A-Z]/.test(name))

describe('docs/components', () => {
  /** Run with `-u` to write the pages anew. */
  test.each(names)('%s.md matches the sources', async (name) => {
    const page = describeComponent('src/components.ts', name)
    expect(page).toMatch(/^# \w+\n\n[A-Z]/)
    await expect(page).toMatchFileSnapshot(`../../docs/components/${name}.md`)
  })

  test('no page is of a component that is gone', () => {
    expect(readdirSync('docs/components').toSorted()).toEqual(names.map((name) => `${name}.md`).toSorted())
  })
})
