import { spawn } from 'node:child_process'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { bundle } from '../../bench/bundle.mjs'
import { startTestChain, type TestChain } from '../support/anvil.ts'

let chain: TestChain
let script: string
beforeAll(async () => {
  script = await bundle('../test/support/followProcess.ts')
  chain = await startTestChain({ blocks: 20 })
})
afterAll(() => chain.stop())

/** Runs the script; `onLine` gets each line of its output. */
function run(url: string, what: string, onLine: (line: string) => void = () => {}) {
  const child = spawn(process.execPath, [script, url, what], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  let lines = 0
  const read = (part: Buffer) => {
    printed += String(part)
    // The last line may be cut off.
    const whole = printed.split('\n').slice(0, -1)
    for (const line of whole.slice(lines)) onLine(line)
    lines = whole.length
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const ended = new Promise<{ code: number | string | null; printed: string }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code: code ?? signal, printed }))
  })
  return { ended, interrupt: () => child.kill('SIGINT') }
}

test('a process ends on its own once it has its result, though the socket could be reused', async () => {
  expect(await run(chain.webSocket, 'request').ended).toMatchObject({
    code: 0,
    printed: expect.stringMatching(/^head 0x/) as unknown,
  })
})

test('Ctrl-C on a follow over a WebSocket ends the process at once', async () => {
  let isStopped = false
  const { ended, interrupt } = run(chain.webSocket, 'follow', (line) => {
    if (isStopped || line !== 'change') return
    isStopped = true
    interrupt()
  })
  const { code, printed } = await ended
  expect(printed).toContain('stopped')
  expect(code).toBe(0)
})

test('Ctrl-C ends it at once too if the connection never opens', async () => {
  // It accepts connections and sends nothing.
  const sockets: Socket[] = []
  const server = createServer()
  const connected = new Promise<void>((resolve) => {
    server.on('connection', (socket) => {
      sockets.push(socket.on('error', () => {}).resume())
      resolve()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { ended, interrupt } = run(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, 'follow')
  await connected
  interrupt()
  expect(await ended).toMatchObject({ code: 0 })
  for (const socket of sockets) socket.destroy()
  server.close()
})
