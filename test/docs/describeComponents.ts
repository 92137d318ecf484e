import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>

interface Source {
  readonly code: string
  readonly body: readonly Node[]
  readonly comments: readonly { readonly value: string; readonly start: number; readonly end: number }[]
}

interface Prop {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly text: string
  readonly defaultValue: string | undefined
}

const sources = new Map<string, Source>()

function readSource(file: string): Source {
  const known = sources.get(file)
  if (known) return known
  const code = readFileSync(file, 'utf8')
  const { program, comments } = parseSync(file, code)
  const source = { code, body: program.body as unknown as Node[], comments }
  sources.set(file, source)
  return source
}

const nameOf = (node: unknown) => String((node as Node)['name'] ?? (node as Node)['value'])
const textOf = ({ code }: Source, node: Node) => code.slice(node.start, node.end).replaceAll(/\s+/g, ' ')

/** The comment that ends right before a node, as plain Markdown. */
function commentBefore({ code, comments }: Source, node: Node): string {
  const comment = comments.findLast(({ end }) => end <= node.start)
  if (!comment || code.slice(comment.end, node.start).trim() !== '' || !comment.value.startsWith('*'))
    return ''
  return comment.value
    .replaceAll(/^\s*\*? ?/gm, '')
    .replaceAll(/\{@link (\w+)\}/g, '`$1`')
    .trim()
}

/** Where an entry or a file takes a name from: itself, or the file it imports it from. */
function fileOf(file: string, name: string): string {
  for (const statement of readSource(file).body) {
    const { source, specifiers = [] } = statement as unknown as { source?: Node; specifiers?: Node[] }
    if (!source || !specifiers.some((one) => nameOf(one['local']) === name)) continue
    return join(dirname(file), String(source['value']))
  }
  return file
}

function declarationOf(file: string, name: string): { source: Source; node: Node; outer: Node } | undefined {
  const source = readSource(file)
  for (const outer of source.body) {
    const node = (outer['declaration'] ?? outer) as Node
    const [variable] = (node['declarations'] as Node[] | undefined) ?? []
    const id = node['id'] ?? variable?.['id']
    if (id && nameOf(id) === name) return { source, node, outer }
  }
  return undefined
}

function propsIn(source: Source, members: readonly Node[]): Prop[] {
  return members.flatMap((member) => {
    if (member.type !== 'TSPropertySignature') return []
    const annotation = (member['typeAnnotation'] as Node | undefined)?.['typeAnnotation'] as Node | undefined
    const [text = '', defaultValue] = commentBefore(source, member).split(/\s*@default\s+/)
    return {
      name: nameOf(member['key']),
      type: annotation
        ? textOf(source, annotation)
            .replace(/^\((.*)\) \| undefined$|(.*) \| undefined$/, '$1$2')
            .replace(/^\| /, '')
        : 'unknown',
      isRequired: member['optional'] !== true,
      text: text.replaceAll(/\s+/g, ' '),
      defaultValue: defaultValue?.replaceAll(/\s+/g, ' '),
    }
  })
}

/** The element whose other props a component takes: `div` of `ComponentProps<'div'>`. */
const elementIn = (text: string) => /ComponentProps<'(\w+)'>/.exec(text)?.[1]

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** A page about a component and its parts: their comments and props, as the sources have them. */
export function describeComponent(entry: string, name: string, parts: readonly string[] = []): string {
  const described = parts.flatMap((part) => ['', ...describe(entry, `${name}${part}`, `### ${name}.${part}`)])
  const page = [
    ...describe(entry, name, `# ${name}`),
    ...(parts.length > 0 ? ['', '## Parts'] : []),
    ...described,
  ]
  return `${page.join('\n')}\n`
}

function describe(entry: string, name: string, heading: string): string[] {
  const file = fileOf(entry, name)
  const component = declarationOf(file, name)
  if (!component) throw new Error(`${file} declares no ${name}`)
  const [about = '', example] = commentBefore(component.source, component.outer).split(/^@example\s*$/m)
  const code = textOf(component.source, component.node)
  const propsName = /: (?!ComponentProps)(\w+Props)\b/.exec(code)?.[1] ?? `${name}Props`
  const props = declarationOf(fileOf(file, propsName), propsName)
  const lines = [
    heading,
    '',
    about
      .trim()
      .replaceAll(/\n(?!\n)/g, ' ')
      .replaceAll(/\n /g, '\n\n'),
  ]
  if (example?.trim()) lines.push('', '```jsx', example.trim(), '```')
  if (props) {
    const { source, node } = props
    const rows = propsIn(source, ((node['body'] as Node | undefined)?.['body'] as Node[] | undefined) ?? [])
    if (rows.length > 0) {
      if (heading.startsWith('# ')) lines.push('', '## Props')
      lines.push('', '| prop | type | default | |', '|---|---|---|---|')
      for (const { name: prop, type, isRequired, text, defaultValue } of rows)
        lines.push(
          `| \`${prop}\` | \`${cell(type)}\` | ${isRequired ? 'required' : cell(defaultValue ?? '')} | ${cell(text)} |`,
        )
    }
  }
  const element = elementIn(props ? textOf(props.source, props.node) : code)
  if (element)
    lines.push(
      '',
      `It also takes the props of \`<${element}>\`, \`ref\`, \`className\` and \`style\` among them.`,
    )
  return lines
}
