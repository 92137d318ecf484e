import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import type { BuildEnvironmentOptions, Plugin, UserConfig } from 'vite'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { workerFile } from './.ci/archiveWorker.ts'
import { element, elementLoader, standalone } from './.ci/elementBuilds.ts'
import type { PinnedFont } from './test/support/pinnedFonts.ts'
import { tabCommands } from './test/support/tabs.ts'

const entryNames = [
  'index',
  'core',
  'node',
  'components',
  'widget',
  'embed',
  'devtools',
  'tanstack-db',
  'testing',
  'strings/de',
  'widget/local/page',
  'logs/archive/archiveWorker',
]

/** For what never ends: what does, ends long before, also on a busy machine. */
const limits = { testTimeout: 240_000, hookTimeout: 240_000 }

/** A test that checked nothing fails: what it checks in a loop or a callback may never have been reached. */
const expectations = { poll: { timeout: 60_000 }, requireAssertions: true }

/** The browsers whose syntax is shipped as written: with older ones in the list, `light-dark()` would be rewritten. */
const cssTarget = ['chrome125', 'firefox128', 'safari18']

interface Manifest {
  dependencies: Record<string, string>
  peerDependencies: Record<string, string>
}

/** Whether users of the package will have what a bare import names. */
function isInstalled(id: string): boolean {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
  const name = id
    .split('/')
    .slice(0, id.startsWith('@') ? 2 : 1)
    .join('/')
  return name in dependencies || name in peerDependencies
}

/** A bare import stays an import if users of the package will have it; one that they will not have fails the build. */
function isExternal(id: string): boolean {
  if (id.startsWith('node:')) return true
  if (id.startsWith('.') || id.startsWith('/') || id.startsWith('\0') || /^[A-Za-z]:/.test(id)) return false
  if (isInstalled(id)) return true
  throw new Error(`src imports ${id}, which is neither a dependency nor a peer dependency of the package.`)
}

/** The stylesheets of the package: of components, and of the explorer with them. */
const sheets = ['styles', 'explorer']

/** Drops the empty script that a stylesheet leaves behind as an entry, and declares the encoding of the stylesheet. */
const styleFiles: Plugin = {
  name: 'topic0:style-files',
  generateBundle(_, bundle) {
    for (const sheet of sheets) {
      for (const name of [`${sheet}.js`, `${sheet}.js.map`]) delete bundle[name]
      // Pages that declare no encoding would show the texts of the styles garbled.
      const styles = bundle[`${sheet}.css`]
      if (styles?.type === 'asset') styles.source = `@charset "utf-8";${String(styles.source)}`
    }
  },
}

/** `vite build`: one file of `dist` per file of `src`, so that each keeps its 'use client' and users bundle what they use. */
const library: BuildEnvironmentOptions = {
  target: 'es2022',
  sourcemap: true,
  minify: false,
  cssMinify: true,
  cssCodeSplit: true,
  lib: {
    formats: ['es'],
    entry: Object.fromEntries(
      [
        ...entryNames.map((name) => [name, `src/${name}.ts`] as const),
        ...sheets.map((name) => [name, `src/${name}.css`] as const),
      ].filter(([, file]) => existsSync(file)),
    ),
  },
  rolldownOptions: {
    external: isExternal,
    // A constant put where it is read would leave the import of its file behind, for nothing.
    optimization: { inlineConst: false },
    output: {
      preserveModules: true,
      preserveModulesRoot: resolve('src'),
      entryFileNames: '[name].js',
      assetFileNames: '[name][extname]',
    },
  },
}

/** `vite build --mode cli --ssr src/cli.ts`: the command, with what it needs of viem: to load all of viem takes longer than the rest. */
const cli: BuildEnvironmentOptions = {
  target: 'es2022',
  emptyOutDir: false,
  rolldownOptions: {
    external: (id) => id === 'viem/chains' || (!/^viem(\/|$)/.test(id) && isInstalled(id)),
    output: {
      entryFileNames: 'cli.js',
      chunkFileNames: 'cli/[name]-[hash].js',
      // Names stay: stack traces are read.
      minify: { mangle: false },
    },
  },
}

/** Writes the page that shows the element in a frame, with `element.standalone.js`. */
const embedFiles: Plugin = {
  name: 'topic0:embed-files',
  generateBundle() {
    for (const name of ['index.html', 'page.css']) {
      const source = readFileSync(`src/widget/embed/${name}`, 'utf8')
      this.emitFile({ type: 'asset', fileName: `embed/${name}`, source })
    }
  },
}

/** `vite build --mode embed`: a classic script too, because a sandboxed frame may not load modules of its own server. */
const embedPage: BuildEnvironmentOptions = {
  target: 'es2022',
  emptyOutDir: false,
  minify: true,
  lib: {
    formats: ['iife'],
    name: 'Topic0Embed',
    entry: 'src/widget/embed/page.ts',
    fileName: () => 'embed/page.js',
  },
}

/** What follows `--project`, as vitest reads it: names, with `*` for any. */
function projectsAsked(argv: readonly string[]): string[] {
  return argv.flatMap((arg, at) => {
    if (arg.startsWith('--project=')) return [arg.slice('--project='.length)]
    return arg === '--project' ? [argv[at + 1] ?? ''] : []
  })
}

/** The projects that start a browser cost seconds before the first test: they load only when named (Storybook names its own). */
function isAsked(name: string): boolean {
  if (name === 'storybook' && process.env['VITEST_STORYBOOK'] === 'true') return true
  return projectsAsked(process.argv).some((pattern) =>
    new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(name),
  )
}

/** One browser, drawing in a font that is pinned: the name of its tests says which. */
const screenIn = (font: PinnedFont, include?: string[]) => ({
  browser: 'chromium' as const,
  provide: { font },
  ...(include && { include }),
})

/** Tests whose outcome may differ with how wide letters are: they run in a narrow font and in a wide one. */
const layoutTests = ['cellMenu', 'keyboard', 'narrow', 'stillness', 'textFits'].map(
  (name) => `test/browser/${name}.test.tsx`,
)

/** A new object for each project: vitest writes into it, and a shared one would give two projects one name. */
async function browserOptions() {
  const [{ playwright }, { chromiumArgs, findShell }] = await Promise.all([
    import('@vitest/browser-playwright'),
    import('./.ci/chromium.mjs'),
  ])
  const executablePath = await findShell()
  return {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    provider: playwright({
      launchOptions: { ...(executablePath && { executablePath }), args: chromiumArgs },
      contextOptions: { reducedMotion: 'reduce' },
    }),
  }
}

/** Serves built scripts as a static host does: transformed by the test server, a classic script would gain imports. */
const serveBuiltScripts: Plugin = {
  name: 'topic0:serve-built-scripts',
  configureServer({ middlewares }) {
    middlewares.use('/dist', ({ url = '' }, response, next) => {
      const file = resolve('dist', `.${url.split('?')[0]}`)
      if (!file.startsWith(resolve('dist')) || !file.endsWith('.js') || !existsSync(file)) return next()
      response.setHeader('content-type', 'text/javascript')
      response.end(readFileSync(file))
    })
  },
}

async function browserProject(): Promise<TestProjectInlineConfiguration> {
  return {
    extends: true,
    plugins: [serveBuiltScripts],
    // Found while a test runs, a dependency would reload the page under it.
    optimizeDeps: {
      include: [
        '@tanstack/react-query',
        'axe-core',
        'hyparquet',
        'idb',
        'isows',
        'react',
        'react-dom/client',
        'viem',
        'viem/chains',
        'vitest-browser-react',
      ],
    },
    test: {
      name: 'browser',
      // Played by `npm run simulate -- --only screen` alone: what it sees depends on the speed of the machine.
      include: [
        process.env['VITE_SEED'] ? 'test/browser/screen.play.tsx' : 'test/browser/**/*.test.{ts,tsx}',
      ],
      globalSetup: ['test/support/browserSetup.ts'].filter((file) => existsSync(file)),
      fileParallelism: false,
      isolate: false,
      setupFiles: [
        'test/support/reactTraces.ts',
        'test/support/browserFont.ts',
        'test/support/loadTools.ts',
        'test/support/freshTest.ts',
        'test/support/freshScreen.ts',
      ],
      browser: {
        ...(await browserOptions()),
        commands: tabCommands,
        instances: [
          { ...screenIn('Roboto'), name: 'browser (Roboto)' },
          { ...screenIn('DejaVu Sans', layoutTests), name: 'browser (DejaVu Sans)' },
        ],
      },
    },
  }
}

async function storybookProject(): Promise<TestProjectInlineConfiguration> {
  const { storybookTest } = await import('@storybook/addon-vitest/vitest-plugin')
  return {
    extends: true,
    plugins: [await storybookTest({ configDir: resolve('.storybook') })],
    test: {
      name: 'storybook',
      isolate: false,
      // Each page loads everything anew.
      maxWorkers: availableParallelism(),
      setupFiles: [
        'test/support/reactTraces.ts',
        'test/support/browserFont.ts',
        'test/support/loadTools.ts',
        'test/support/narrowStories.ts',
      ],
      browser: {
        ...(await browserOptions()),
        // What fits in the wider font fits in the narrower one.
        instances: [{ ...screenIn('DejaVu Sans'), name: 'storybook (DejaVu Sans)' }],
      },
    },
  }
}

/** For test files that share a process. One after another, because `freshFile` resets the modules that the others load. */
const shared = { isolate: false, sequence: { setupFiles: 'list' as const } }
const domSetup = [
  'test/support/freshTest.ts',
  'test/support/reactTraces.ts',
  'test/support/properties.ts',
  'test/support/dom.ts',
  'test/support/loadTools.ts',
  'test/support/loadCode.ts',
]

/**
 * Tests that need a process of their own: they define a custom element, replace the global `expect`, fill the global scope, or
 * stream on a server, after which React reports its contexts as rendered by two renderers.
 */
const ownProcess = [
  'test/components/stories.test.ts',
  'test/query/ssr.test.tsx',
  'test/readme/**/*.test.tsx',
  'test/widget/element/LogExplorerElement.test.tsx',
]

async function testProjects(): Promise<TestProjectInlineConfiguration[]> {
  return [
    {
      extends: true,
      test: {
        name: 'unit',
        environment: 'node',
        ...shared,
        setupFiles: [
          'test/support/freshFile.ts',
          'test/support/freshTest.ts',
          'test/support/properties.ts',
          'test/support/loadCode.ts',
        ],
        include: [
          'test/{base,cli,rpc,logs,query,testing,errors,support,demo,lint,ci,readme,docs,types}/**/*.test.ts',
          'test/*.test.ts',
        ],
      },
    },
    {
      extends: true,
      test: {
        name: 'dom',
        environment: 'jsdom',
        ...shared,
        setupFiles: ['test/support/freshFile.ts', ...domSetup],
        include: [
          'test/{hooks,components,widget,devtools,query,readme}/**/*.test.tsx',
          'test/{hooks,components,widget}/**/*.test.ts',
        ],
        exclude: ownProcess,
      },
    },
    {
      extends: true,
      test: {
        name: 'dom-isolated',
        environment: 'jsdom',
        setupFiles: domSetup,
        include: ownProcess,
      },
    },
    {
      extends: true,
      test: {
        name: 'node',
        environment: 'node',
        setupFiles: ['test/support/freshTest.ts', 'test/support/properties.ts'],
        include: ['test/node/**/*.test.ts'],
        fileParallelism: false,
      },
    },
    {
      extends: true,
      test: {
        name: 'page',
        environment: 'node',
        include: ['test/page/**/*.test.ts'],
        fileParallelism: false,
      },
    },
    {
      extends: true,
      test: {
        name: 'types',
        include: [],
        typecheck: {
          enabled: true,
          only: true,
          // What is wrong in sources is the type check's to say, once.
          ignoreSourceErrors: true,
          include: ['test/types/**/*.test-d.{ts,tsx}'],
          tsconfig: 'tsconfig.types.json',
        },
      },
    },
    {
      extends: true,
      test: {
        name: 'package',
        environment: 'node',
        include: ['test/package/**/*.test.ts'],
        globalSetup: ['test/package/installPackage.ts'],
        fileParallelism: false,
      },
    },
    {
      extends: true,
      test: {
        name: 'consumers',
        environment: 'node',
        include: ['test/consumers/**/*.test.ts'],
        globalSetup: ['test/package/installPackage.ts'],
        testTimeout: 540_000,
        fileParallelism: false,
      },
    },
    ...(isAsked('browser') ? [await browserProject()] : []),
    ...(isAsked('storybook') ? [await storybookProject()] : []),
  ]
}

export default defineConfig(async ({ mode, command }): Promise<UserConfig> => {
  const common = { plugins: [react(), styleFiles] }
  if (command === 'build') {
    if (mode === 'embed') return { plugins: [embedFiles], build: { ...embedPage, cssTarget } }
    if (mode === 'cli') return { ssr: { noExternal: true }, build: cli }
    if (mode === 'element')
      return {
        base: './',
        plugins: [...common.plugins, elementLoader],
        build: { ...element, cssTarget },
      }
    if (mode !== 'standalone')
      return { plugins: [...common.plugins, workerFile], build: { ...library, cssTarget } }
    return {
      ...common,
      build: { ...standalone, cssTarget },
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    }
  }
  if (!process.env['VITEST']) return common
  // More than cores, because many tests wait: for a timer, a node or a browser.
  return {
    ...common,
    test: {
      maxWorkers: availableParallelism() + 1,
      ...limits,
      expect: expectations,
      projects: await testProjects(),
    },
  }
})
