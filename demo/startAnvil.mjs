import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const guard = fileURLToPath(new URL('guard.mjs', import.meta.url))
const platforms = { darwin: 'darwin', linux: 'linux', win32: 'win32' }
const architectures = { x64: 'amd64', arm64: 'arm64' }
/** Milliseconds within which anvil must listen: usually half a second, more on a busy machine. */
const startTimeout = 60_000

/** The anvil program that npm installed for this platform. */
function findAnvil() {
  const require = createRequire(import.meta.url)
  // The platform's package is a dependency of anvil's package, so it is resolved from there.
  const fromAnvil = createRequire(require.resolve('@foundry-rs/anvil/bin.mjs'))
  const system = `${platforms[process.platform] ?? process.platform}-${architectures[process.arch] ?? process.arch}`
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  try {
    return fromAnvil.resolve(`@foundry-rs/anvil-${system}/bin/${file}`)
  } catch (cause) {
    throw new Error(
      `There is no anvil for ${system} in node_modules. Run \`npm ci\`; where anvil does not exist, use \`npm start -- --rpc URL\`.`,
      { cause },
    )
  }
}

/**
 * Starts anvil, which serves HTTP and WebSocket on one port, and waits until it listens. It ends with this process, even if
 * that is killed.
 */
export async function startAnvil({ port = 0, args = [] } = {}) {
  const child = spawn(
    process.execPath,
    [guard, findAnvil(), '--host', '127.0.0.1', '--port', String(port), ...args],
    // In a process group of its own, so that Ctrl-C does not reach it: this process stops it in order.
    { stdio: ['pipe', 'pipe', 'pipe'], detached: process.platform !== 'win32', windowsHide: true },
  )
  let running = true
  const exited = new Promise((resolve) => {
    child.once('exit', (code) => {
      running = false
      resolve(code ?? 1)
    })
  })
  const stop = async () => {
    child.stdin.end()
    child.kill('SIGTERM')
    await exited
  }
  try {
    const listening = await readPort(child)
    return {
      port: listening,
      http: `http://127.0.0.1:${listening}`,
      webSocket: `ws://127.0.0.1:${listening}`,
      exited,
      get running() {
        return running
      },
      stop,
    }
  } catch (error) {
    if (running) await stop()
    throw error
  }
}

/** Reads the port that anvil listens on from its output: with port 0, it chooses one. */
function readPort(child) {
  return new Promise((resolve, reject) => {
    let printed = ''
    let errors = ''
    const late = setTimeout(
      () => reject(new Error(`anvil did not listen within ${startTimeout} ms.`)),
      startTimeout,
    )
    child.stderr.on('data', (data) => {
      if (errors.length < 4096) errors += data
    })
    const onOutput = (data) => {
      printed += data
      const port = /Listening on \S+:(\d+)/.exec(printed)?.[1]
      if (!port) return
      clearTimeout(late)
      child.stdout.off('data', onOutput).resume()
      resolve(Number(port))
    }
    child.stdout.on('data', onOutput)
    child.once('close', (code) => {
      clearTimeout(late)
      reject(new Error(`anvil ended at once with code ${code}: ${errors.trim() || printed.trim()}`))
    })
    child.once('error', reject)
  })
}
