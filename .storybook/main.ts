import type { StorybookConfig } from '@storybook/react-vite'
import remarkGfm from 'remark-gfm'
import { writeDocPages } from './docPages.ts'

/** The files of components, whose props the site documents: to search all others for components takes longer than the rest of a build. */
const components = /\/src\/(components|devtools|widget)\/.+\.tsx$/

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: () => ['../stories/**/*.mdx', writeDocPages(), '../stories/**/*.stories.tsx'],
  addons: [
    {
      name: '@storybook/addon-docs',
      // Tables in MDX.
      options: { mdxPluginOptions: { mdxCompileOptions: { remarkPlugins: [remarkGfm] } } },
    },
    '@storybook/addon-a11y',
    '@storybook/addon-vitest',
  ],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // Tests show no documentation.
  typescript: { reactDocgen: process.env['VITEST'] ? false : 'react-docgen' },
  viteFinal(vite) {
    for (const plugin of vite.plugins?.flat() ?? [])
      if (plugin && 'name' in plugin && plugin.name === 'storybook:react-docgen-plugin')
        plugin.transform = { filter: { id: components }, handler: plugin.transform as never }
    return vite
  },
}

export default config
