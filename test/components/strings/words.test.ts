import { readdirSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

// Visible text comes from the catalog: these find text hard-coded in components.

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const sources = ['components', 'widget', 'logs', 'query', 'hooks'].flatMap((layer) =>
  readdirSync(`src/${layer}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `src/${layer}/${file}`),
)

function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value && typeof value.type === 'string') yield value as Node
  for (const inner of Object.values(value)) yield* nodesOf(inner)
}

function read(file: string): readonly Node[] {
  const lang = file.endsWith('x') ? 'tsx' : 'ts'
  return [...nodesOf(parseAst(readFileSync(file, 'utf8'), { lang }))]
}

const textOf = (node: unknown): string => {
  const { type, value, quasis, expression } = (node ?? {}) as Record<string, unknown>
  if (type === 'JSXExpressionContainer') return textOf(expression)
  if (type === 'TemplateLiteral')
    return (quasis as { value: { raw: string } }[]).map((quasi) => quasi.value.raw).join('')
  return typeof value === 'string' ? value : ''
}
const keyOf = ({ key, name }: Node) => {
  const { name: identifier, value } = (key ?? name) as { name?: unknown; value?: unknown }
  return String(identifier ?? value)
}
const hasWord = (text: string) => /\p{L}{2}/u.test(text)

const readAttributes = new Set([
  'title',
  'alt',
  'label',
  'placeholder',
  'hint',
  'aria-label',
  'aria-description',
  'aria-valuetext',
])

// Proper names, keys, and literal input that is the same in every language.
const allowed = new Set([
  'https://… / {…}',
  'true',
  'false',
  'earliest',
  'latest',
  'WebSocket',
  ': UTC',
  ' (Alt+)',
  '[{"type":"event", …}]',
])

test('components and the widget contain no text of their own', () => {
  const found = sources
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) =>
      read(file).flatMap((node) => {
        const isRead = node.type === 'JSXAttribute' && readAttributes.has(keyOf(node))
        const text = node.type === 'JSXText' ? textOf(node).trim() : isRead ? textOf(node['value']) : ''
        return hasWord(text) && !allowed.has(text) ? [`${file}: ${text}`] : []
      }),
    )
  expect(found).toEqual([])
})

test('every input error has a kind with a catalog string', () => {
  const found = sources.flatMap((file) =>
    read(file).flatMap((node) => {
      if (node.type !== 'ObjectExpression') return []
      const properties = (node['properties'] as Node[]).filter(({ type }) => type === 'Property')
      const message = properties.find((property) => keyOf(property) === 'message')
      const text = message && properties.some((one) => keyOf(one) === 'path') ? textOf(message['value']) : ''
      return hasWord(text) ? [`${file}: ${text}`] : []
    }),
  )
  expect(found).toEqual([])
})

test('errors that reach a user have their own class', () => {
  // Mistakes of a program that packs logs, sets or persists the query cache itself, or keeps states that cannot be stored or copied, and an error of the
  // command line.
  const known = [
    'src/logs/cache/stateText.ts',
    'src/logs/columns/packLogs.ts',
    'src/logs/list/copyState.ts',
    'src/logs/scan/scanFinal.ts',
    'src/logs/snapshot/LogsSnapshot.ts',
    'src/logs/snapshot/LogsSnapshotJson.ts',
  ]
  const found = sources.filter((file) => /new BaseError\(/.test(readFileSync(file, 'utf8')))
  expect(found).toEqual(known)
})
