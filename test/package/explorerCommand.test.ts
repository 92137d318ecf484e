import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { chromiumArgs, findChromium } from '../../.ci/chromium.mjs'
import { startTestChain, type TestChain } from '../support/anvil.ts'
import { runCommand, startCommand, type RunCommandOptions } from '../support/runCommand.ts'
import { soon } from '../support/soon.ts'

// `npx topic0` as it is installed, over a real chain, in a real browser, and as a website or a neighbor would attack it.

const project = inject('consumer')
let chain: TestChain
let browser: Browser
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'topic0-explorer-'))
  chain = await startTestChain({ chainId: 31_337, blocks: 20 })
  const executablePath = await findChromium()
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArgs })
})
afterAll(async () => {
  await browser?.close()
  await chain?.stop()
  await rm(folder, { recursive: true })
})

/** Starts the explorer on a free port. */
async function start(args: readonly string[], options?: RunCommandOptions) {
  const command = startCommand(project, ['--port', '0', ...args], options)
  await vi.waitFor(() => {
    expect(command.stdout(), command.stderr()).toMatch(/^http.*\n$/)
    // The two are separate pipes.
    expect(command.stderr()).toMatch(/Press Ctrl-C to stop\.\n$/)
  }, soon)
  return { ...command, url: command.stdout().trim() }
}

/** Sends a request with any headers, as a browser would not let a page do. */
function send(url: string, headers: OutgoingHttpHeaders = {}, body?: string) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const outgoing = request(url, { method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      let text = ''
      response.on('data', (part: Buffer) => (text += part.toString()))
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      )
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

const json = { 'content-type': 'application/json' }
const call = (method: string, params: readonly unknown[] = [], id = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})
const chainIdCall = JSON.stringify(call('eth_chainId'))

/** Serves a node that answers with `answer`, and records its requests. */
async function serveUpstream(answer: (body: string) => { status?: number; body: string }) {
  const bodies: string[] = []
  const server = createServer((incoming, response) => {
    let body = ''
    incoming.on('data', (part: Buffer) => (body += part.toString()))
    incoming.once('end', () => {
      bodies.push(body)
      const { status = 200, body: reply } = answer(body)
      response.writeHead(status, json).end(reply)
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** A healthy node that answers `eth_chainId` only. */
const healthy = (body: string) => {
  const { id } = JSON.parse(body) as { id: number }
  return { body: JSON.stringify({ jsonrpc: '2.0', id, result: '0x7a69' }) }
}

async function openPage() {
  const page = await browser.newPage()
  page.setDefaultTimeout(soon.timeout)
  return page
}

describe('in a browser', () => {
  test('shows and follows the logs of a node, decoded, without leaving its origin', async () => {
    const out = join(folder, 'out/Token.sol')
    await mkdir(out, { recursive: true })
    const { abi } = JSON.parse(await readFile('demo/artifacts/Token.json', 'utf8')) as { abi: unknown }
    await writeFile(join(out, 'Token.json'), JSON.stringify({ abi }))
    const { url, child, stderr, ended } = await start(['--rpc', chain.http, '--abi', join(folder, 'out')])
    expect(stderr()).toBe(
      `Logs of Local chain, chain id 31337, from ${new URL(chain.http).host}. Press Ctrl-C to stop.\n`,
    )
    const page = await openPage()
    const problems: string[] = []
    const sent = new Set<string>()
    page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())))
    page.on('pageerror', ({ message }) => void problems.push(message))
    page.on('request', (one) => void sent.add(new URL(one.url()).origin))
    await page.goto(url)
    const grid = page.getByRole('grid')
    const rows = async () => Number(await grid.getAttribute('aria-rowcount')) - 1
    const all = async () => (await chain.allLogs()).length
    const showsAll = () => expect.poll(async () => (await rows()) - (await all()), soon).toBe(0)
    await showsAll()
    await expect.poll(() => page.title()).toBe('Local chain: logs')
    await chain.emit('harbour', 'pay', { seed: 5, count: 3 })
    await showsAll()
    expect(await grid.getByText('Transfer').count()).toBeGreaterThan(0)
    expect(problems).toEqual([])
    expect([...sent].filter((origin) => origin !== 'null')).toEqual([new URL(url).origin])
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130 })
    await page.close()
  })

  test('says that --quota is used up', async () => {
    const { url, stderr } = await start(['--rpc', chain.http, '--quota', '1'])
    expect(stderr()).toContain(' 0 of 1 calls left today. ')
    const page = await openPage()
    await page.goto(url)
    await expect
      .poll(() => page.getByText(/Today's budget of 1 calls to Local chain is spent/).count(), soon)
      .toBeGreaterThan(0)
    await expect.poll(() => page.getByText('1 of 1 requests').first().isVisible(), soon).toBe(true)
    await page.locator('.topic0-log-explorer-endpoints > summary').click()
    await expect.poll(() => page.getByText('The server refuses further requests.').count(), soon).toBe(1)
    expect(await page.getByText('Exceed it today').count()).toBe(0)
    await page.close()
  })

  test('counts the calls of other pages and commands towards --quota', async () => {
    const { url } = await start(['--rpc', chain.http, '--quota', '1000'])
    const page = await openPage()
    await page.goto(url)
    const used = page.getByText(/^\d+ of 1,000 requests$/).first()
    await expect.poll(() => used.isVisible(), soon).toBe(true)
    const batch = JSON.stringify(Array.from({ length: 100 }, (_, id) => call('eth_chainId', [], id)))
    for (let time = 0; time < 9; time++) await send(`${url}rpc/0`, json, batch)
    await expect
      .poll(async () => Number.parseInt((await used.textContent()) ?? '', 10), soon)
      .toBeGreaterThan(900)
    await page.close()
  })

  test('another website, which has learned the address, reads nothing', async () => {
    const { url } = await start(['--rpc', chain.http])
    const page = await openPage()
    const other = await serveUpstream(() => ({ body: '{}' }))
    await page.goto(other.url)
    const attacks = await page.evaluate(
      async ([address, body]) => {
        const attempt = (to: string, options: RequestInit) =>
          fetch(to, options).then(
            async (response) => `${response.status} ${await response.text()}`,
            () => 'blocked',
          )
        const frame = document.createElement('iframe')
        frame.src = address
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
        document.body.append(frame)
        await loaded
        return {
          json: await attempt(`${address}rpc/0`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          }),
          simple: await attempt(`${address}rpc/0`, { method: 'POST', body }),
          settings: await attempt(`${address}settings.json`, {}),
          script: await new Promise((resolve) => {
            const script = document.createElement('script')
            script.src = `${address}element.js`
            script.addEventListener('load', () => resolve('loaded'))
            script.addEventListener('error', () => resolve('blocked'))
            document.head.append(script)
          }),
          frame: frame.contentDocument === null ? 'blocked' : 'read',
        }
      },
      [url, chainIdCall] as const,
    )
    expect(attacks).toEqual({
      json: 'blocked',
      simple: 'blocked',
      settings: 'blocked',
      script: 'blocked',
      frame: 'blocked',
    })
    await page.close()
  })
})

describe('over HTTP', () => {
  test('only its own page gets through', async () => {
    const node = await serveUpstream(healthy)
    const { url } = await start(['--rpc', node.url])
    const { origin, host, port } = new URL(url)
    const seen = node.bodies.length
    const rpc = `${url}rpc/0`
    const refused: [to: string, headers: OutgoingHttpHeaders, body?: string][] = [
      [rpc, { ...json, host: `attacker.example:${port}` }, chainIdCall],
      [rpc, { ...json, host: '127.0.0.1' }, chainIdCall],
      [rpc, { ...json, origin: 'https://attacker.example' }, chainIdCall],
      [rpc, { ...json, origin: 'null' }, chainIdCall],
      [rpc, { ...json, origin: `http://localhost:${port}` }, chainIdCall],
      [rpc, { ...json, 'sec-fetch-site': 'cross-site' }, chainIdCall],
      [rpc, { ...json, 'sec-fetch-site': 'same-site' }, chainIdCall],
      [`${origin}/rpc/0`, json, chainIdCall],
      [`${origin}/${'A'.repeat(32)}/rpc/0`, json, chainIdCall],
      [`${url}budget.json`, { host: `attacker.example:${port}` }],
      [`${origin}/`, {}],
      [`${origin}/settings.json`, {}],
      [`${url}settings.json`, { host: `attacker.example:${port}` }],
    ]
    for (const [to, headers, body] of refused)
      expect(await send(to, headers, body), `${to} ${JSON.stringify(headers)}`).toMatchObject({ status: 403 })
    expect(await send(rpc, { 'content-type': 'text/plain' }, chainIdCall)).toMatchObject({ status: 405 })
    expect(await send(`${url}../package.json`, {})).toMatchObject({ status: 403 })
    expect(await send(`${url}strings/..%2f..%2fpackage.js`, {})).toMatchObject({ status: 404 })
    expect(await send(`${url}strings/toString.js`, {})).toMatchObject({ status: 404 })
    expect(await send(`${url}rpc/1`, json, chainIdCall)).toMatchObject({ status: 405 })
    expect(node.bodies.length).toBe(seen)
    const answer = await send(rpc, { ...json, origin, host }, chainIdCall)
    expect(answer).toMatchObject({ status: 200, text: '{"jsonrpc":"2.0","id":1,"result":"0x7a69"}' })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    const shown = await send(url, { 'sec-fetch-site': 'none' })
    expect(shown).toMatchObject({
      status: 200,
      headers: {
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringMatching(
          /default-src 'none'.*frame-ancestors 'none'/,
        ) as string,
      },
    })
  })

  test('forwards reading methods only, and nothing of a message with another', async () => {
    const node = await serveUpstream(healthy)
    const { url } = await start(['--rpc', node.url])
    const seen = node.bodies.length
    const post = async (body: string) => JSON.parse((await send(`${url}rpc/0`, json, body)).text) as unknown
    const refusal = (code: number, id: number | null = 1) =>
      expect.objectContaining({ id, error: expect.objectContaining({ code }) as unknown }) as unknown
    for (const method of [
      'eth_sendRawTransaction',
      'eth_sendTransaction',
      'eth_sign',
      'personal_unlockAccount',
      'admin_addPeer',
      'debug_setHead',
      'anvil_setBalance',
      'evm_mine',
      'ETH_CHAINID',
      'constructor',
    ])
      expect(await post(JSON.stringify(call(method))), method).toEqual(refusal(-32601))
    expect(await post(JSON.stringify([call('eth_chainId', [], 1), call('anvil_reset', [], 2)]))).toEqual([
      refusal(-32601, 1),
      refusal(-32601, 2),
    ])
    expect(await post('{"jsonrpc"')).toEqual(refusal(-32700, null))
    expect(await post('[]')).toEqual(refusal(-32600, null))
    expect(await post(JSON.stringify({ ...call('eth_chainId'), method: ['eth_chainId'] }))).toEqual(
      refusal(-32600, null),
    )
    expect(await post(JSON.stringify(Array.from({ length: 101 }, () => call('eth_chainId'))))).toHaveLength(
      101,
    )
    expect(node.bodies.length).toBe(seen)
    // Of two methods, the node sees the one that was checked.
    await post('{"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","method":"eth_chainId"}')
    expect(node.bodies.slice(seen)).toEqual([JSON.stringify(call('eth_chainId'))])
  })

  test('--quota refuses further calls of the day, with --cache also those of the next process', async () => {
    const node = await serveUpstream(healthy)
    // Each process reads the chain id first.
    const args = ['--rpc', node.url, '--quota', '5', '--cache', join(folder, 'state')]
    const first = await start(args)
    expect(first.stderr()).toContain(' 4 of 5 calls left today. ')
    const post = async (to: string, body: unknown) =>
      JSON.parse((await send(`${to}rpc/0`, json, JSON.stringify(body))).text) as unknown
    const refusal = (id: number) => ({
      jsonrpc: '2.0',
      id,
      error: {
        code: -32005,
        message: expect.stringMatching(
          /^Today's quota of 5 calls is used up\. It resets at .*T00:00:00\.000Z\. Raise --quota to continue now\.$/,
        ) as string,
      },
    })
    await post(first.url, call('eth_chainId'))
    // A batch is counted as its calls, and refused as a whole.
    const four = [1, 2, 3, 4].map((id) => call('eth_chainId', [], id))
    expect(await post(first.url, four)).toEqual([1, 2, 3, 4].map(refusal))
    expect(await post(first.url, call('eth_chainId'))).toMatchObject({ result: '0x7a69' })
    first.child.kill('SIGINT')
    await first.ended
    const next = await start(args)
    expect(next.stderr()).toContain(' 1 of 5 calls left today. ')
    expect(await post(next.url, call('eth_chainId'))).toMatchObject({ result: '0x7a69' })
    expect(await post(next.url, call('eth_chainId', [], 9))).toEqual(refusal(9))
    expect(node.bodies).toHaveLength(5)
  })

  test('a body that is too large is refused, announced or not', async () => {
    const node = await serveUpstream(healthy)
    const { url } = await start(['--rpc', node.url])
    const seen = node.bodies.length
    const large = JSON.stringify(call('eth_call', ['x'.repeat(2 ** 20)]))
    expect(await send(`${url}rpc/0`, { ...json, 'content-length': large.length }, large)).toMatchObject({
      status: 413,
    })
    const chunked = { ...json, 'transfer-encoding': 'chunked' }
    expect(await send(`${url}rpc/0`, chunked, large)).toMatchObject({ status: 413 })
    expect(node.bodies.length).toBe(seen)
    expect(await send(`${url}rpc/0`, json, chainIdCall)).toMatchObject({ status: 200 })
  })

  test('keys of the node stay in the process', async () => {
    const key = 'k3y0123456789abcdef0123456789abc'
    const node = await serveUpstream((body) => {
      const { id, method } = JSON.parse(body) as { id: number; method: string }
      if (method === 'eth_call') return { status: 401, body: `{"message":"Bad key ${key}"}` }
      if (method === 'eth_getCode') return { status: 403, body: `<p>${key} is blocked</p>` }
      const error = {
        code: -32005,
        message: `Key ${key} at http://127.0.0.1/v2/${key} is over`,
        data: { key },
      }
      const reply = method === 'eth_getLogs' ? { error } : { result: '0x7a69' }
      return { body: JSON.stringify({ jsonrpc: '2.0', id, ...reply }) }
    })
    const { url, stdout, stderr, child, ended } = await start([
      '--rpc',
      `${node.url}/v2/${key}?apikey=${key}`,
    ])
    const texts = [stdout(), stderr()]
    for (const path of ['', 'page.js', 'settings.json']) texts.push((await send(`${url}${path}`, {})).text)
    for (const method of ['eth_getLogs', 'eth_call', 'eth_getCode']) {
      const { status, headers, text } = await send(`${url}rpc/0`, json, JSON.stringify(call(method)))
      expect(text).toMatch(/redacted/)
      expect(headers['content-type']).toBe('application/json')
      texts.push(text, `${status}`)
    }
    child.kill('SIGINT')
    const { stdout: out, stderr: problems } = await ended
    for (const text of [...texts, out, problems]) expect(text).not.toContain(key.slice(4, 14))
  })
})

test('--open opens the address, with the query of a link', async () => {
  const opened = join(folder, 'opened')
  const bin = join(folder, 'bin')
  await mkdir(bin)
  await writeFile(
    join(bin, 'xdg-open'),
    `#!/bin/sh\nprintf %s "$1" > "${opened}.new" && mv "${opened}.new" "${opened}"\n`,
    { mode: 0o755 },
  )
  const link = 'https://logs.example.org/#v=1&from=3'
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` }
  const { url } = await start(['--rpc', chain.http, '--open', '--query', link], { env })
  expect(url).toMatch(/\/#v=1&from=3$/)
  await vi.waitFor(async () => expect(await readFile(opened, 'utf8')).toBe(url), soon)
})

describe('startup errors are reported', () => {
  test.each<[args: string[], code: number, message: RegExp]>([
    [['--rpc', 'rpc.example.org'], 1, /--rpc takes a full URL/],
    [['--rpc', 'ws://127.0.0.1:1'], 1, /reads over HTTP/],
    [['--port', '99999'], 1, /--port takes a number/],
    [['--quota', 'many'], 1, /--quota takes a whole number/],
    [['--query', 'hello'], 1, /--query: /],
    [['--abi', 'nowhere'], 1, /no file or folder nowhere/],
    [['--opne'], 1, /no option --opne/],
    [['--rpc', 'http://127.0.0.1:1'], 4, /127\.0\.0\.1:1/],
    [['lgs'], 1, /no command lgs\. Did you mean logs\?\n/],
    [['serve'], 1, /no command serve\. There are: archive, logs, completion, help\.\n/],
    [['help', 'lgs'], 1, /no command lgs/],
  ])('%j', async (args, code, message) => {
    const ended = await runCommand(project, args)
    expect(ended.stderr).toMatch(message)
    expect(ended.stderr).not.toMatch(/ {4}at /)
    expect(ended).toMatchObject({ code, stdout: '' })
  })

  test('a port that is in use', async () => {
    const { url } = await start(['--rpc', chain.http])
    const { port } = new URL(url)
    expect(await runCommand(project, ['--rpc', chain.http, '--port', port])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/--port: \d+ cannot be used/) as string,
    })
  })

  test('help COMMAND prints what COMMAND --help prints', async () => {
    const help = await runCommand(project, ['help', 'logs'])
    expect(help.stdout).toContain('topic0 logs: write event logs')
    expect(help).toEqual(await runCommand(project, ['logs', '--help']))
  })

  test('completion --help prints where its scripts are named', async () => {
    const help = await runCommand(project, ['completion', '--help'])
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout).toContain('topic0 completion bash|zsh|fish')
  })

  test('--help', async () => {
    expect(await runCommand(project, ['--help'])).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/npx topic0 logs[^]*Examples[^]*--rpc URL[^]*--port N/) as string,
    })
  })
})
