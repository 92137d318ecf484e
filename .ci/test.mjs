// `npm test`: runs every check of the project, with a summary at the end. `npm test -- unit lint` runs only those.
// Works on a clean clone: missing packages are installed first.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { runInLanes } from './lanes.mjs'
import { ensureChromium, ensureDependencies } from './setup.mjs'
import { failuresOf, orEmpty, summary, tallyReport } from './tally.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const reports = mkdtempSync(join(tmpdir(), 'topic0-test-'))
/**
 * Milliseconds after which a tool counts as hung; each test has a limit of its own. On two idle cores, no step takes a tenth of
 * this, so that slow or busy machines can finish.
 */
const timeout = 60 * 60_000

const check = (...commands) => ({ commands })
const suite = (...projects) => ({ projects })
/**
 * How many steps run at once. Most use less than a core: they also wait for a browser, a chain, a timer or npm. More would take
 * longer in all, because processes that share a core also share its caches.
 */
const lanes = 3

/** Run together, the longest first; then the {@link suites}, which test what was built. */
const checks = {
  build: {
    ...check(
      ['vite', 'build'],
      ['vite', 'build', '--mode', 'element'],
      ['vite', 'build', '--mode', 'standalone'],
      ['vite', 'build', '--mode', 'embed'],
      ['vite', 'build', '--mode', 'cli', '--ssr', 'src/cli.ts'],
      ['tsc', '-p', 'tsconfig.node.json'],
      ['tsc', '-p', 'tsconfig.build.json'],
      ['node', '.ci/pruneDeclarations.mjs'],
    ),
    // Files of an older build must not be tested.
    clean: 'dist',
  },
  // Several checkers would each check again what they share: faster on many cores, slower next to other steps.
  types: check(['tsc', '-p', 'tsconfig.json', '--singleThreaded']),
  lint: check(['oxlint']),
  knip: check(['knip']),
  format: check(['oxfmt', '--check']),
}

/** In the order in which they start: `unit` last. Like `storybook`, it keeps every core busy by itself; the others would not. */
const suites = {
  browser: { ...suite('browser'), needs: 'build', chromium: true },
  storybook: { ...suite('storybook'), chromium: true, lanes: 2 },
  package: { ...suite('package'), needs: 'build', chromium: true },
  page: { ...suite('page'), needs: 'build', chromium: true },
  node: suite('node'),
  size: { ...check(['node', '.ci/sizes.mjs']), needs: 'build' },
  'type-tests': suite('types'),
  unit: { ...suite('unit', 'dom', 'dom-isolated'), lanes: 2 },
  // Before a release only, because it installs whole frameworks.
  consumers: { ...suite('consumers'), needs: 'build', chromium: true, onRequest: true },
}
const steps = { ...checks, ...suites }

const packageOf = { tsc: 'typescript' }

/** Prints text at once, or keeps it to be printed with the rest of its step. */
const print = (text, kept) => void (kept ? kept.push(text) : process.stdout.write(text))

/** The file of a tool of node_modules; none if Node itself is called. */
function fileOf(name) {
  if (name === 'node') return []
  const home = join(root, 'node_modules', packageOf[name] ?? name)
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  return [join(home, typeof bin === 'string' ? bin : bin[name])]
}

/** Runs a tool with this Node; its exit code, or 1 if it could not be run or hung. */
function tool([name, ...args], kept) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...fileOf(name), ...args], {
      cwd: root,
      stdio: kept ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      timeout,
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => print(text, kept))
    child.once('error', () => resolve(1))
    child.once('close', (code) => resolve(code ?? 1))
  })
}

async function runCommands(commands, kept) {
  for (const command of commands) {
    print(`$ ${command.join(' ')}\n`, kept)
    if ((await tool(command, kept)) !== 0) return { passed: 0, failed: 1, skipped: 0 }
  }
  return { passed: 1, failed: 0, skipped: 0 }
}

async function runProjects(name, projects, kept) {
  const outputFile = join(reports, `${name}.json`)
  const args = projects.map((project) => `--project=${project}`)
  print(`$ vitest run ${args.join(' ')}\n`, kept)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${outputFile}`]
  const code = await tool(['vitest', 'run', ...args, ...reporters], kept)
  if (!existsSync(outputFile)) return { passed: 0, failed: 1, skipped: 0, note: 'ended without a report' }
  const report = JSON.parse(readFileSync(outputFile, 'utf8'))
  const tally = { ...orEmpty(tallyReport(report)), failures: failuresOf(report) }
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1, note: `ended with code ${code}` } : tally
}

async function timed(name, body, kept) {
  print(`\n── ${name} ${'─'.repeat(Math.max(0, 76 - name.length))}\n`, kept)
  const start = performance.now()
  let tally
  try {
    tally = await body()
  } catch (error) {
    print(`${error instanceof Error ? error.message : String(error)}\n`, kept)
    tally = { passed: 0, failed: 1, skipped: 0, note: 'could not run' }
  }
  return { name, seconds: (performance.now() - start) / 1000, tally }
}

function chosen(names) {
  const unknown = names.filter((name) => !(name in steps))
  if (unknown.length > 0) {
    console.error(`There is no step ${unknown.join(', ')}. There are: ${Object.keys(steps).join(', ')}.`)
    process.exit(2)
  }
  if (names.length === 0) return Object.keys(steps).filter((name) => !steps[name].onRequest)
  const wanted = new Set(names.flatMap((name) => [steps[name].needs ?? name, name]))
  return Object.keys(steps).filter((name) => wanted.has(name))
}

function runStep(name, kept) {
  const { commands, projects, clean } = steps[name]
  if (clean) rmSync(join(root, clean), { recursive: true, force: true })
  return timed(name, () => (commands ? runCommands(commands, kept) : runProjects(name, projects, kept)), kept)
}

/** Prints the output of each step as a whole when it ends, unless it runs alone. */
async function runTogether(names) {
  if (names.length === 1) return [await runStep(names[0])]
  const jobs = names.map((name) => ({ name, lanes: steps[name].lanes ?? 1 }))
  return runInLanes(jobs, lanes, async ({ name }) => {
    const kept = []
    print(`\n${name} …\n`)
    const result = await runStep(name, kept)
    for (const text of kept) print(text)
    return result
  })
}

/** The lines of `git status`; `undefined` outside a repository. */
function gitStatus() {
  const { status, stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter(Boolean) : undefined
}

/** Fails if a test has written files into the project: they could be committed by mistake. */
async function checkTree(before) {
  const failures = gitStatus().filter((line) => !before.includes(line))
  return failures.length > 0
    ? { passed: 0, failed: 1, skipped: 0, failures }
    : { passed: 1, failed: 0, skipped: 0 }
}

async function main(names) {
  const nothing = { passed: 0, failed: 0, skipped: 0 }
  const before = gitStatus()
  const packages = await timed('packages', () => ensureDependencies().then(() => nothing))
  // Without packages, nothing can run. Without a browser, the other steps can.
  if (packages.tally.failed > 0) return summary([packages])
  const results = [packages]
  if (names.some((name) => steps[name].chromium)) {
    results.push(await timed('chromium', () => ensureChromium().then((path) => (console.log(path), nothing))))
  }
  for (const stage of [checks, suites])
    results.push(...(await runTogether(names.filter((name) => name in stage))))
  if (before && names.includes('unit')) results.push(await timed('clean tree', () => checkTree(before)))
  return summary(results)
}

// Ctrl-C reaches the running tool as well, which is in the same process group.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))

const { failures, rows, line, ok } = await main(chosen(process.argv.slice(2)))
for (const failure of failures) console.log(`\n✗ ${failure}`)
console.log(`\n${rows.join('\n')}\n\n${line}`)
process.exitCode = ok ? 0 : 1
