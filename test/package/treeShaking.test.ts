import { join } from 'node:path'
import { build } from 'vite'
import { expect, inject, test } from 'vitest'

const peers = /^(react|react-dom|@tanstack\/react-query|viem)(\/|$)/

/** What a bundler makes of one import statement. */
async function bundle(statement: string): Promise<string> {
  const entry = join(inject('consumer'), 'virtual-entry.js')
  const output = await build({
    root: inject('consumer'),
    configFile: false,
    logLevel: 'silent',
    // As in production; tests run in development.
    define: { 'import.meta.env.DEV': 'false' },
    plugins: [
      {
        name: 'virtual-entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? statement : undefined),
      },
    ],
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ['es'] },
      rolldownOptions: { external: peers },
    },
  })
  const [first] = Array.isArray(output) ? output : [output]
  if (!first || !('output' in first)) throw new Error('The bundler watched instead of building.')
  return first.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n')
}

const table = 'topic0-log-table'

test('a hook brings no component', async () => {
  const code = await bundle(`export { useLogs } from 'topic0'`)
  expect(code).toContain('useLogs')
  expect(code).not.toContain(table)
  expect(await bundle(`export { LogTable } from 'topic0/components'`)).toContain(table)
})

test('nothing brings the devtools but their own entry', async () => {
  const title = 'Topic0 devtools'
  for (const entry of ['topic0', 'topic0/core', 'topic0/components', 'topic0/widget'])
    expect(await bundle(`export * from '${entry}'`), entry).not.toContain(title)
  expect(await bundle(`export { LogsDevtools } from 'topic0/devtools'`)).toContain(title)
  // The idiom of docs/devtools.md.
  const lazyImport = (condition: string) =>
    bundle(`export const LogsDevtools = ${condition} && (() => import('topic0/devtools'))`)
  expect(await lazyImport('import.meta.env.DEV')).not.toContain(title)
  expect(await lazyImport('true')).toContain(title)
})

test('a component brings no request', async () => {
  const code = await bundle(`export { LogTable } from 'topic0/components'`)
  // Words may name a method; what sends one names it as such.
  expect(code).not.toMatch(/method: ["']eth_getLogs/)
  expect(code).not.toMatch(/@tanstack\/react-query/)
  expect(code).not.toMatch(/from ["']viem/)
  expect(await bundle(`export { useLogs } from 'topic0'`)).toMatch(/method: ["']eth_getLogs/)
})

test('a network preset brings only itself', async () => {
  const code = await bundle(`export { xone } from 'topic0/core'`)
  expect(code).toContain('rpc.xone.org')
  expect(code).not.toContain('eth_getLogs')
  expect(code).not.toMatch(/from "(react|idb)/)
})

test('a component brings only its own texts, and German comes from its own entry', async () => {
  const hash = await bundle(`export { Hash } from 'topic0/components'`)
  expect(hash).toContain('opens in a new tab')
  expect(hash).not.toContain('Newest first')
  const table = await bundle(`export { LogTable } from 'topic0/components'`)
  expect(table).toContain('Newest first')
  expect(table).not.toContain('Raw topics')
  const germanText = 'Neueste zuerst'
  expect(await bundle(`export * from 'topic0/components'; export * from 'topic0/widget'`)).not.toContain(
    germanText,
  )
  expect(await bundle(`export { german } from 'topic0/strings/de'`)).toContain(germanText)
})
