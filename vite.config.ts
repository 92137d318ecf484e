import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArgs, findChromium } from './.ci/chromium.mjs'

const browser = async (instance: string) => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({
    launchOptions: { executablePath: (await findChromium()) ?? '', args: chromiumArgs },
    contextOptions: { reducedMotion: 'reduce' },
  }),
  instances: [{ browser: 'chromium' as const, name: instance }],
})

/** Which test projects to load: the browser and Storybook ones are slow to start, so only when asked for. */
const wants = (name: string) =>
  process.argv.some((arg) => arg.includes(name)) || process.env['TEST_ALL'] === '1'

export default defineConfig(async () => ({
  plugins: [react()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['test/{rpc,logs,query,errors,support,demo}/**/*.test.ts', 'test/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          isolate: false,
          setupFiles: ['test/support/dom.ts'],
          include: ['test/{hooks,components,widget,query}/**/*.test.tsx'],
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['test/node/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      ...(wants('browser')
        ? [
            {
              extends: true as const,
              test: {
                name: 'browser',
                include: ['test/browser/**/*.test.{ts,tsx}'],
                globalSetup: ['test/support/browserSetup.ts'],
                testTimeout: 60_000,
                hookTimeout: 120_000,
                fileParallelism: false,
                browser: await browser('browser'),
              },
            },
          ]
        : []),
    ],
  },
}))
