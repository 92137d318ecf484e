import type { StorybookConfig } from '@storybook/react-vite'
import remarkGfm from 'remark-gfm'
import { cssTarget } from '../vite.config.ts'

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../stories/**/*.mdx', '../stories/**/*.stories.tsx'],
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
  viteFinal: (config) => ({ ...config, build: { ...config.build, cssTarget: [...cssTarget] } }),
  typescript: { reactDocgen: 'react-docgen' },
}

export default config
