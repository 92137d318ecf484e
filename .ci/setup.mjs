// Prepares a clean clone for the tests and the demo. Imports only Node's modules until the packages are installed.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Says which Node is needed if this one is too old; `undefined` if it is new enough. */
export function nodeProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return undefined
  return `Node ${version} is not supported: install Node 20.19 or later in its line, or 22.12 or later (https://nodejs.org).`
}

/** Whether npm's record of `node_modules` has every package of the lock file, in its version. */
export function isInstalled(lock, installed) {
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '' || wanted.link) return true
    const found = installed.packages[path]
    // Optional packages may be for another platform.
    return found ? found.version === wanted.version : wanted.optional === true || wanted.devOptional === true
  })
}

/** Runs `npm ci` if `node_modules` is missing or does not match package-lock.json. */
export async function ensureDependencies() {
  const problem = nodeProblem(process.versions.node)
  if (problem) throw new Error(problem)
  const record = join(root, 'node_modules', '.package-lock.json')
  if (existsSync(record) && isInstalled(read(join(root, 'package-lock.json')), read(record))) return
  console.log('Installing the packages of package-lock.json (npm ci) …')
  await installPackages((args) => run('npm', args, { shell: process.platform === 'win32' }))
}

/** Installs from npm's cache, without asking the registry whether it is current; if that fails, asks. */
export async function installPackages(npm) {
  const args = ['ci', '--no-audit', '--no-fund']
  await npm([...args, '--prefer-offline']).catch(() => npm(args))
}

/** The path of a Chromium to test in. Installs Debian's if possible. Needs installed packages. */
export async function ensureChromium() {
  const { findChromium } = await import('./chromium.mjs')
  const found = await findChromium()
  if (found) return found
  if (isDebian() && process.getuid?.() === 0) {
    console.log('No Chromium found: installing the one of this system (apt-get install) …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const install = (...names) =>
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { env })
    await run('apt-get', ['update', '-qq'], { env })
    // Older systems do not have the shell as a package of its own.
    await install('chromium', 'chromium-headless-shell').catch(() => install('chromium'))
    const installed = await findChromium()
    if (installed) return installed
  }
  throw new Error(
    'No Chromium found. Run `npx playwright install chromium`, or install Chromium or Chrome, or set CHROMIUM_PATH to its executable.',
  )
}

function isDebian() {
  const release = '/etc/os-release'
  return existsSync(release) && /^ID(_LIKE)?=.*debian/m.test(readFileSync(release, 'utf8'))
}

function read(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    child.once('error', (cause) => reject(new Error(`${command} could not be started.`, { cause })))
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`\`${[command, ...args].join(' ')}\` ended with code ${code}.`))
    })
  })
}
