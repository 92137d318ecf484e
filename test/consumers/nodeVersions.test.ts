import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { installIn } from '../package/installPackage.ts'
import { startTestChain, type TestChain } from '../support/anvil.ts'
import { runCommand, startCommand } from '../support/runCommand.ts'
import { soon } from '../support/soon.ts'

// Versions of Node differ in their globals: since 21 there is a `navigator`, since 22 a `WebSocket`, since 25 a `localStorage`.

const project = inject('consumer')
let chain: TestChain
beforeAll(async () => {
  chain = await startTestChain({ blocks: 60 })
})
afterAll(() => chain?.stop())

/** Installs a version of Node; its executable. */
async function installNode(version: string): Promise<string> {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const folder = join(project, '..', `node-${version}`)
  await mkdir(folder)
  await installIn(folder, [`${name}@${version}`])
  return join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

test.each(['20.19.0', '22.12.0', 'latest'])(
  'reads, keeps, writes and follows under Node %s',
  async (version) => {
    const node = await installNode(version)
    const cache = join(project, '..', `cache-${version}`)
    const file = join(project, '..', `logs-${version}.parquet`)
    const args = ['logs', '--rpc', chain.http, '--from', '0', '--cache', cache]
    const written = await runCommand(project, [...args, '--to', '60', '-o', file], { node })
    expect(written, written.stderr).toMatchObject({ code: 0 })
    expect((await stat(file)).size).toBeGreaterThan(1_000)

    const { child, stdout, stderr, ended } = startCommand(project, [...args, '--follow'], { node })
    await vi.waitFor(() => expect(stderr()).toContain('Live'), soon)
    const lines = stdout().split('\n').length
    await chain.emit('harbour', 'pay', { seed: 1, count: 2 })
    await vi.waitFor(() => expect(stdout().split('\n').length).toBeGreaterThan(lines), soon)
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130 })
  },
)
