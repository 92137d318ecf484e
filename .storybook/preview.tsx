import type { Preview } from '@storybook/react-vite'
import { configure } from 'storybook/test'
import '../src/explorer.css'
import { StringsProvider } from '../src/components.ts'
import { german } from '../src/strings/de.ts'
import { ShadowRoot } from '../stories/support/ShadowRoot.tsx'
import { checkOtherTheme } from './checkOtherTheme.ts'
import { checkSpokenDigits } from './checkSpokenDigits.ts'
import { describeArgs } from './describeArgs.ts'
import { describeComponent } from './describeComponent.ts'
import { preferredTheme } from './theme.ts'
import './preview.css'

// A generous limit for busy machines: waits end as soon as their condition holds.
configure({ asyncUtilTimeout: 60_000 })

const isTest = import.meta.env['VITEST_STORYBOOK'] !== undefined

/** A choice in the toolbar, from values and their titles. */
function choice(
  title: string,
  icon: 'mirror' | 'transfer' | 'globe',
  titles: Readonly<Record<string, string>>,
) {
  const items = Object.entries(titles).map(([value, label]) => ({ value, title: label }))
  return { description: title, toolbar: { title, icon, dynamicTitle: true, items } }
}

const preview: Preview = {
  tags: ['autodocs'],
  argTypesEnhancers: [describeArgs],
  // Tests check both themes in turn; readers get the one they prefer.
  initialGlobals: {
    theme: isTest ? 'light' : 'system',
    direction: 'ltr',
    language: 'en',
  },
  globalTypes: {
    theme: choice('Theme', 'mirror', { light: 'Light', dark: 'Dark', system: 'System' }),
    direction: choice('Direction', 'transfer', { ltr: 'Left to right', rtl: 'Right to left' }),
    language: choice('Language', 'globe', { en: 'English', de: 'German' }),
  },
  parameters: {
    layout: 'fullscreen',
    // Tests need only the violations; axe takes longer to describe every element that has none.
    a11y: { test: 'error', ...(isTest && { options: { resultTypes: ['violations'] } }) },
    controls: { expanded: true },
    docs: {
      extractComponentDescription: describeComponent,
      theme: preferredTheme(),
      toc: { headingSelector: 'h2, h3' },
    },
    options: {
      storySort: {
        order: [
          'Introduction',
          'Guides',
          [
            // As in docs/README.md.
            'Overview',
            'Queries and rows',
            'Networks and clients',
            'Live',
            'Recipes',
            'Migrating',
            'The table',
            'Theming',
            'CSS variables',
            'Translations',
            'Exports',
            'The explorer',
            'Testing your app',
            'Devtools',
            'Server rendering',
            'TanStack DB',
            'Cost and budget',
            'Limits and sizes',
            'Guarantees',
            'Comparison',
            'The command line',
            'topic0 core',
            'topic0 node',
            'Archives',
            'Scale',
            '*',
            'Stability',
            'Architecture',
          ],
          'Hooks',
          ['useLogs'],
          'Explorer',
          'Components',
          [
            'LogTable',
            'LogDetails',
            'FilterBuilder',
            'BlockHistogram',
            'LogGroups',
            '*',
            'status',
            'values',
            'ui',
          ],
          'Recipes',
          'Errors',
          ['Overview'],
          'Project',
        ],
      },
    },
  },
  decorators: [
    (Story, { globals, parameters }) => {
      const theme: unknown = globals['theme']
      const width: unknown = parameters['width']
      return (
        <div
          className="story"
          dir={globals['direction'] === 'rtl' ? 'rtl' : undefined}
          data-topic0-theme={theme === 'light' || theme === 'dark' ? theme : undefined}
          style={typeof width === 'number' ? { inlineSize: width } : undefined}
        >
          <StringsProvider strings={globals['language'] === 'de' ? german : {}}>
            {parameters['shadowRoot'] === true ? (
              <ShadowRoot>
                <Story />
              </ShadowRoot>
            ) : (
              <Story />
            )}
          </StringsProvider>
        </div>
      )
    },
  ],
  afterEach: async () => {
    checkSpokenDigits()
    await checkOtherTheme()
  },
}

export default preview
