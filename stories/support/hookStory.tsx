import type { Decorator } from '@storybook/react-vite'
import { LiveChain } from './LiveChain.tsx'

const sources = import.meta.glob<string>('../hooks/*.stories.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The example of a stories file as an app would write it: its imports of ours and of others, then what precedes `meta`. */
function exampleCode(source: string): string {
  const [before = ''] = source.split('\nconst meta = ')
  const imports = [...before.matchAll(/^import [^]*?from '([^']+)'$/gm)].flatMap(([statement, from = '']) => {
    if (/storybook|hookStory/.test(from)) return []
    return [
      statement
        .replace(/'\.\.\/\.\.\/src\/index\.ts'/, `'topic0'`)
        .replace(/'\.\.\/\.\.\/src\/(\w+)\.ts'/, `'topic0/$1'`)
        .replace(/'\.\.\/support\/LiveChain\.tsx'/, `'./chain'`),
    ]
  })
  const body = before.replaceAll(/^import [^]*?from '[^']+'\n/gm, '').trim()
  return `${imports.join('\n')}\n\n${body}`
}

const onLiveChain: Decorator = (Story) => (
  <LiveChain>
    <Story />
  </LiveChain>
)

/** Parameters and decorator of a hook's page: its example runs on a scripted chain, with its code below. */
export function hookStory(hook: string) {
  const source = sources[`../hooks/${hook}.stories.tsx`] ?? ''
  const docs = {
    source: { code: exampleCode(source), language: 'tsx', dark: false },
    canvas: { sourceState: 'shown' },
  }
  return { parameters: { docs }, decorators: [onLiveChain] }
}
