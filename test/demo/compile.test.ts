import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { compile } from '../../demo/compile.mjs'

const artifacts = new URL('../../demo/artifacts/', import.meta.url)

test('the committed artifacts are what the contracts compile to', async () => {
  const compiled = await compile()
  expect((await readdir(artifacts)).sort()).toEqual([...compiled.keys()].map((name) => `${name}.json`).sort())
  for (const [name, text] of compiled)
    expect(
      (await readFile(new URL(`${name}.json`, artifacts), 'utf8')) === text,
      `demo/artifacts/${name}.json is out of date: run \`node demo/compile.mjs\``,
    ).toBe(true)
})
