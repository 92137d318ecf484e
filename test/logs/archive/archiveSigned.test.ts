import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getArchive } from '../../../src/logs/archive/Archive.ts'
import type { ArchiveManifest } from '../../../src/logs/archive/ArchiveManifest.ts'
import { defineNetwork } from '../../../src/logs/archive/defineNetwork.ts'
import { logId } from '../../../src/logs/order.ts'
import { ManifestSigner } from '../../../src/node/archive/ManifestSigner.ts'
import { verifyArchive } from '../../../src/node/archive/verifyArchive.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import { getPool } from '../../../src/rpc/pool/getPool.ts'
import { createFakeNode, type FakeNode } from '../../support/fakeNode.ts'
import { openArchive, type OpenArchive } from '../../support/openArchive.ts'
import { readAll } from '../../support/readAll.ts'

const newKey = () =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const signingKey = newKey()
const { publicKey } = new ManifestSigner(signingKey)

let node: FakeNode
let archive: OpenArchive
beforeEach(async () => {
  node = createFakeNode({ seed: 17, blocks: 100, logsPerBlock: 2 })
  archive = await openArchive(node, { toBlock: 40n, signingKey })
})
afterEach(() => archive.close())

const path = () => join(archive.folder, 'manifest.json')
const manifest = () => JSON.parse(readFileSync(path(), 'utf8')) as ArchiveManifest

/** Reads everything: how many blocks came from the archive, and what is wrong with it. */
async function read(key = publicKey) {
  const client = archive.client({ publicKey: key })
  const { logs, coverage } = await readAll(client, { fromBlock: 0n, toBlock: 80n })
  expect(logs.map(logId)).toEqual(node.chain.logs({}, 0n, 80n).map(logId))
  const { error } = getArchive(getPool(client))!.getStatus()
  return { archived: coverage.archived, problem: error?.shortMessage }
}
const unused = (problem: RegExp) => ({
  archived: undefined,
  problem: expect.stringMatching(problem) as string,
})
/** Changes the hex digit in a text: the key is another at each run, so any digit may be there. */
const changeDigit = (text: string) => text.replace(/[0-9a-f]/, (digit) => (digit === '0' ? '1' : '0'))
const changeHash = (text: string) => text.replace(/(?<="sha256": ")./, changeDigit)
const wrong = unused(/has a manifest with another signature than that of the public key/)

test('a signed archive is read, and goes on being read as its publisher adds blocks', async () => {
  expect(await read()).toEqual({ archived: [{ from: 0n, to: 40n }], problem: undefined })
  await archive.build({ toBlock: 60n, signingKey })
  expect(await read()).toEqual({ archived: [{ from: 0n, to: 60n }], problem: undefined })
  expect((await verifyArchive(archive.folder, { publicKey })).problems).toEqual([])
})

test.each<[name: string, change: (text: string) => string, found: ReturnType<typeof unused>]>([
  ['a changed hash', changeHash, wrong],
  ['fewer covered blocks', (text) => text.replace('40', '39'), wrong],
  ['other white space', (text) => text.replace('{', '{ '), wrong],
  ['a changed signature', (text) => text.replace(/[0-9a-f]"\n\}\n$/, changeDigit), wrong],
  ['no signature', (text) => text.replace(/,\n "signature".*\n/, '\n'), unused(/without a signature/)],
  [
    'fields behind it',
    (text) => text.replace(/\n\}\n$/, ',\n "covered": []\n}\n'),
    unused(/without a signature/),
  ],
  ['not JSON', () => '<html>', unused(/without a signature/)],
])('%s: nodes have all blocks, and the status says why', async (_, change, found) => {
  const text = readFileSync(path(), 'utf8')
  writeFileSync(path(), change(text))
  expect(readFileSync(path(), 'utf8')).not.toBe(text)
  expect(await read()).toEqual(found)
  expect((await verifyArchive(archive.folder, { publicKey }).catch(() => undefined))?.problems).not.toEqual(
    [],
  )
})

test('another key has not signed it', async () => {
  expect(await read(new ManifestSigner(newKey()).publicKey)).toEqual(wrong)
})

test('only its key can change a signed archive', async () => {
  const before = readFileSync(path(), 'utf8')
  await expect(archive.build({ toBlock: 60n })).rejects.toThrow(/is signed\.\nPass its key/)
  await expect(archive.build({ toBlock: 60n, signingKey: newKey() })).rejects.toThrow(/another signature/)
  writeFileSync(path(), changeHash(before))
  await expect(archive.build({ toBlock: 60n, signingKey })).rejects.toThrow(/another signature/)
})

test('an archive without a signature gets one, also if there are no new blocks', async () => {
  rmSync(archive.folder, { recursive: true })
  await archive.build({ toBlock: 40n })
  expect(manifest().signature).toBeUndefined()
  expect((await verifyArchive(archive.folder, { publicKey })).problems).toEqual([
    expect.stringMatching(/without a signature/),
  ])
  expect(await archive.build({ toBlock: 40n, signingKey })).toMatchObject({ added: 0, publicKey })
  expect(manifest()).toMatchObject({
    revision: 2,
    signature: expect.stringMatching(/^[0-9a-f]{128}$/) as string,
  })
  expect(await read()).toEqual({ archived: [{ from: 0n, to: 40n }], problem: undefined })
})

test('keys of another kind are refused, and not repeated', async () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const pem = rsa.export({ type: 'pkcs8', format: 'pem' }).toString()
  await expect(archive.build({ signingKey: pem })).rejects.toThrow(
    /must be an Ed25519 private key.*, not rsa\.\n.*openssl/,
  )
  await expect(archive.build({ signingKey: 'secret words' })).rejects.toThrow(/^((?!secret words)[^])*$/)
  for (const key of ['', publicKey.toUpperCase(), `0x${publicKey}`])
    expect(() =>
      defineNetwork(xone, { http: node.urls, archive: { url: archive.manifest, publicKey: key } }),
    ).toThrow(/public key of its archive is not 32 bytes in hex/)
})
