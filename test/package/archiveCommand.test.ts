import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createClient } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { defineNetwork } from '../../src/logs/archive/defineNetwork.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'
import type { TestCall } from '../../src/testing/EndpointFaults.ts'
import { startTestChain, type TestChain } from '../support/anvil.ts'
import { createFakeNode } from '../support/fakeNode.ts'
import { openDuckDb } from '../support/openDuckDb.ts'
import { readAll } from '../support/readAll.ts'
import { runCommand, startCommand, type RunCommandOptions } from '../support/runCommand.ts'
import { serveNode } from '../support/serveNode.ts'
import { soon } from '../support/soon.ts'

const project = inject('consumer')
let scratch: string
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'topic0-archive-'))
})
afterAll(() => rm(scratch, { recursive: true }))

const archive = (args: readonly string[], options?: RunCommandOptions) =>
  runCommand(project, ['archive', ...args], options)

describe('over a real chain', () => {
  let chain: TestChain
  let folder: string
  beforeAll(async () => {
    chain = await startTestChain({ blocks: 150 })
    folder = join(scratch, 'all')
  })
  afterAll(() => chain?.stop())

  const logsUpTo = async (block: number) =>
    (await chain.allLogs()).filter(({ blockNumber }) => Number(blockNumber) <= block)
  /** The last block of the archive. */
  const end = async () => {
    const { covered } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
      covered: [number, number][]
    }
    return covered.at(-1)![1]
  }
  const build = () => archive(['build', folder, '--rpc', chain.http, '--logs-per-file', '2000'])

  test('build reads all final blocks, append those that became final', async () => {
    const built = await build()
    expect(built.code, built.stderr).toBe(0)
    expect(built.stdout).toBe('')
    const first = await end()
    expect(built.stderr).toContain(`Blocks 0 to ${first}`)
    for (let block = 0; block < 3; block++) await chain.emit('harbour', 'pay', { seed: block, count: 5 })
    await chain.mine(80)
    const appended = await archive(['append', folder, '--rpc', chain.http, '--logs-per-file', '2000'])
    expect(appended.code, appended.stderr).toBe(0)
    expect(await end()).toBeGreaterThan(first)
    const added = (await logsUpTo(await end())).length - (await logsUpTo(first)).length
    expect(appended.stderr).toContain(`${added.toLocaleString('en-US')} new logs`)
    expect(added).toBeGreaterThan(14)
  })

  test('verify finds no problem, also compared with the node', async () => {
    const { code, stdout, stderr } = await archive(['verify', folder, '--rpc', chain.http])
    expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: '' })
    expect(stderr).toMatch(/blocks compared with a node · no problem found/)
  })

  test('query runs SQL through DuckDB', async () => {
    const address = chain.contract('harbour').address.toLowerCase()
    const wanted = (await logsUpTo(await end())).filter((log) => log.address === address)
    // DuckDB is found in the project that runs the command.
    const query = (...args: string[]) => archive(['query', folder, ...args], { cwd: resolve('.') })
    const sql = `select address, count(*) as n from logs where address = bytes('${address}') group by all`
    expect(await query(sql, '--format', 'ndjson')).toMatchObject({
      code: 0,
      stdout: `{"address":"${address}","n":${wanted.length}}\n`,
    })
    expect(await query(sql, '--format', 'csv')).toMatchObject({
      stdout: `address,n\r\n${address},${wanted.length}\r\n`,
    })
    expect((await query(sql)).stdout.split('\n')[2]).toBe(`${address}  ${wanted.length}`)
    // Whatever the time zone of this machine.
    const env = { ...process.env, TZ: 'Asia/Tokyo' }
    const values = `select [bytes('0x0a')] as l, {'n': 1::hugeint} as s, map {'k': 2} as m, to_timestamp(0) as t`
    expect(
      (await archive(['query', folder, values, '--format', 'ndjson'], { cwd: resolve('.'), env })).stdout,
    ).toBe('{"l":["0x0a"],"s":{"n":1},"m":[{"key":"k","value":2}],"t":"1970-01-01 00:00:00+00"}\n')
    const hostile = `select 'a' || chr(27) || '[31m' || chr(10) || chr(155) || 'b' as "c\u001b", 1 as n`
    expect((await query(hostile)).stdout).toBe(
      `c\\u{1B}${' '.repeat(15)}n\n${'─'.repeat(20)}  ─\na\\u{1B}[31m\\n\\u{9B}b  1\n`,
    )
    const failed = await query("select ('a' || chr(27) || '[31m')::int")
    expect(failed.stderr).toContain('\\u001b[31m')
    expect(failed.stderr).not.toContain('\u001b')
    expect(await query('selec 1')).toMatchObject({ code: 1, stderr: expect.stringContaining('Parser Error') })
    expect(await archive(['query', folder, sql])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npm install @duckdb/node-api'),
    })
  })

  test('query prints the tables of several statements; as JSON or CSV, only the last one returns a table', async () => {
    const query = (...args: string[]) => archive(['query', folder, ...args], { cwd: resolve('.') })
    const two = `create table t as select 7 as a; select a from t; insert into t values (8); select count(*) as n from t;`
    expect(await query(two)).toMatchObject({ code: 0, stdout: 'a\n─\n7\n\nn\n─\n2\n' })
    const out = join(scratch, 'never.csv')
    for (const format of ['ndjson', 'json', 'csv'])
      expect(await query(`${two} copy t to '${out}'`, '--format', format)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining(`Statement 2 of 5 returns a table, but ${format} prints only`),
      })
    expect(existsSync(out)).toBe(false)
    const one = 'create table t as select 7 as a; set threads = 1; insert into t values (8); from t'
    expect(await query(one, '--format', 'csv')).toMatchObject({ code: 0, stdout: 'a\r\n7\r\n8\r\n' })
    expect(await query(' ')).toMatchObject({ code: 1, stderr: expect.stringContaining('Which query?') })
  })

  test('build --from reads files that DuckDB has written, and hashes of blocks from the node', async () => {
    const files = join(scratch, 'files')
    await mkdir(files)
    // Others in the folder are replaced ones.
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
      files: { path: string }[]
    }
    const paths = manifest.files.map(({ path }) => `'${join(folder, path)}'`)
    const database = await openDuckDb()
    const columns = `block_number, transaction_index, log_index, transaction_hash, address,
      topic0, topic1, topic2, topic3, data, ${chain.network().id} as chain_id`
    await database.query(
      `copy (select ${columns} from read_parquet([${paths.join()}]) order by block_number, log_index)
      to '${files}/logs.parquet' (format parquet, compression lz4_raw)`,
    )
    database.close()
    const target = join(scratch, 'from-files')
    const last = await end()
    const blocks = ['--from-block', '0', '--to-block', `${last}`]
    const built = await archive(['build', target, '--from', files, ...blocks, '--rpc', chain.http])
    expect(built.code, built.stderr).toBe(0)
    expect(built.stderr).toContain(`Blocks 0 to ${last}`)
    const verify = ['verify', target, '--rpc', chain.http, '--samples', '9']
    expect(await archive(verify)).toMatchObject({ code: 0, stdout: '' })
  })

  test('serve and defineNetwork read its blocks with 0 eth_getLogs; so does logs --archive', async () => {
    const { child, stdout, ended } = startCommand(project, ['archive', 'serve', folder])
    await vi.waitFor(() => expect(stdout()).toMatch(/manifest\.json\n/), soon)
    const requests: string[] = []
    const network = defineNetwork(chain.network(), {
      http: [chain.http],
      archive: stdout().trim(),
    })
    const client = createClient({
      chain: network,
      transport: nodePool(network, {
        storage: null,
        channel: null,
        fetch: (input, init) => {
          requests.push(String(init?.body))
          return fetch(input, init)
        },
      }),
    })
    const last = await end()
    const truth = (await logsUpTo(last)).map(({ blockHash, logIndex }) => `${blockHash} ${Number(logIndex)}`)
    const read = await readAll(client, { fromBlock: 0n, toBlock: BigInt(last) })
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130 })
    expect(read.logs.map(({ blockHash, logIndex }) => `${blockHash} ${logIndex}`)).toEqual(truth)
    expect(read.coverage.archived).toEqual([{ from: 0n, to: BigInt(last) }])
    expect(requests.join()).not.toContain('eth_getLogs')
    expect(requests.length).toBeGreaterThan(0)

    const args = ['logs', '--rpc', chain.http, '--archive', folder, '--to', `${last}`, '--max-calls', '9']
    const { code, stdout: lines, stderr } = await runCommand(project, args)
    expect(code, stderr).toBe(0)
    expect(lines.split('\n').length - 1).toBe(truth.length)
  })

  test('build --sign signs an archive, which verify checks in the folder and on a server', async () => {
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
    const key = join(scratch, 'key.pem')
    await writeFile(key, pem)
    const signed = join(scratch, 'signed')
    const built = await archive(['build', signed, '--rpc', chain.http, '--sign', key])
    const [, publicKey = ''] = /Public key: ([0-9a-f]{64})\n/.exec(built.stderr) ?? []
    const verify = (where: string, by = publicKey) => archive(['verify', where, '--public-key', by])
    expect(await verify(signed)).toMatchObject({ code: 0, stdout: '' })
    expect(await verify(signed, '0'.repeat(64))).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('another signature') as string,
    })
    const read = (by: string) =>
      runCommand(project, ['logs', '--rpc', chain.http, '--archive', signed, '--public-key', by, '--to', '9'])
    const [signedBy, other] = [await read(publicKey), await read('0'.repeat(64))]
    expect(signedBy.stderr).not.toContain('signature')
    expect(other.stderr).toMatch(/another signature.*Nodes were read instead/)
    expect(other).toMatchObject({ code: 0, stdout: signedBy.stdout })
    expect(await archive(['append', signed, '--rpc', chain.http])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/is signed: pass its key with --sign KEYFILE/) as string,
    })
    const { child, stdout } = startCommand(project, ['archive', 'serve', signed])
    await vi.waitFor(() => expect(stdout()).toMatch(/manifest\.json\n/), soon)
    const node = ['--rpc', chain.http, '--samples', '1']
    const hosted = await archive(['verify', stdout().trim(), '--public-key', publicKey, ...node])
    child.kill('SIGKILL')
    expect(hosted).toMatchObject({ code: 0, stdout: '' })
    expect(hosted.stderr).toMatch(/blocks compared with a node · no problem found/)
  })

  test('verify finds a flipped byte', async () => {
    const { files } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
      files: [{ path: string }]
    }
    const [{ path }] = files
    const file = join(folder, path)
    const bytes = await readFile(file)
    bytes[200]! ^= 1
    await writeFile(file, bytes)
    const { code, stdout } = await archive(['verify', folder])
    const found = { stdout: expect.stringContaining(`other bytes in ${path}`) }
    expect({ code, stdout }).toEqual({ code: 2, ...found })
    // Files are checked even if no call is left.
    const limited = await archive(['verify', folder, '--rpc', chain.http, '--max-calls', '1'])
    expect(limited).toMatchObject({ code: 3, ...found })
  })
})

test.each<[args: string[], code: number, message: RegExp]>([
  [['append', 'nowhere', '--rpc', 'http://x'], 1, /no archive in nowhere/],
  [['query', 'https://x/manifest.json', 'select 1'], 1, /is a URL: only verify and logs --archive/],
  [['build', 'a', '--rpc', 'http://127.0.0.1:1'], 4, /127\.0\.0\.1:1/],
])('archive %j ends with %i', async (args, code, message) => {
  const ended = await archive(args)
  expect(ended.stderr).toMatch(message)
  expect(ended.stderr).not.toMatch(/ {4}at /)
  expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: '' })
})

test('a build that is killed, or reaches its limit of calls, continues where it stopped', async () => {
  const node = createFakeNode({ blocks: 1_601, logsPerBlock: 2 })
  const served = await serveNode(node)
  const folder = join(scratch, 'killed')
  const build = ['build', folder, '--rpc', served.url, '--logs-per-file', '400', '--from', '10']
  try {
    node.faults.maxBlockRange = 20
    const manifest = join(folder, 'manifest.json')
    const isSaved = () => existsSync(manifest) && /"revision": [2-9]/.test(readFileSync(manifest, 'utf8'))
    // It cannot end before it is killed.
    const { fetch } = node
    const answering = vi
      .spyOn(node, 'fetch')
      .mockImplementation((input, init) => (isSaved() ? new Promise<Response>(() => {}) : fetch(input, init)))
    const { child, ended } = startCommand(project, ['archive', ...build])
    await vi.waitFor(() => expect(isSaved()).toBe(true), soon)
    child.kill('SIGKILL')
    await ended
    answering.mockRestore()
    const { covered } = JSON.parse(await readFile(manifest, 'utf8')) as { covered: [[number, number]] }
    const [[from, to]] = covered
    expect(from).toBe(10)
    node.clearCalls()

    const limited = await archive([...build, '--max-calls', '12'])
    expect(limited, limited.stderr).toMatchObject({ code: 3 })
    expect(limited.stderr).toMatch(/limit of 12 calls is reached: raise --max-calls to continue/)
    expect(limited.stderr).toMatch(/Blocks up to [\d,]+ are in .*killed\. To continue, repeat the command/)
    const whole = await archive(build)
    expect(whole.code, whole.stderr).toBe(0)
    const fromOf = ({ params }: Pick<TestCall, 'params'>) =>
      Number((params[0] as { fromBlock: string }).fromBlock)
    expect(Math.min(...node.callsOf('eth_getLogs').map(fromOf))).toBeGreaterThan(to)
    expect(await archive(['verify', folder, '--rpc', served.url])).toMatchObject({ code: 0, stdout: '' })
    const [, last = ''] = /Blocks 10 to ([\d,]+)/.exec(whole.stderr) ?? []
    const logs = node.chain.logs({}, 10n, BigInt(last.replaceAll(',', ''))).length
    expect(whole.stderr).toContain(`${logs.toLocaleString('en-US')} logs`)
  } finally {
    served.close()
  }
})
