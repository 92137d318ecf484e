import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'viem'
import { buildArchive, type BuildArchiveOptions } from '../../src/node/archive/buildArchive.ts'
import { serveArchive } from '../../src/node/archive/serveArchive.ts'
import type { NetworkArchive } from '../../src/rpc/networks/NetworkArchive.ts'
import { clientOf } from './clientOf.ts'
import type { FakeNode } from './fakeNode.ts'

export const archiveFinality = 12

/** A reply of the server instead of the usual one. */
export interface ArchiveFault {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: Uint8Array | string
}

export interface UsualReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface OpenArchive {
  readonly folder: string
  readonly manifest: string
  /** Paths that were requested, with their ranges. */
  readonly requests: { readonly path: string; readonly range: string | undefined }[]
  /** Decides on each request, given the usual reply. */
  fault: ((path: string, usual: UsualReply) => ArchiveFault | undefined) | undefined
  /** Called before a reply is sent, which waits for it. */
  delay: ((path: string) => Promise<void> | undefined) | undefined
  /** Adds the blocks that are final by now. */
  build(options?: BuildArchiveOptions): ReturnType<typeof buildArchive>
  /** A client that reads the archive, with a memory of its own; `direct` without `requests` and `fault`, which is faster. */
  client(by?: 'direct' | Omit<NetworkArchive, 'url'>): Client
  close(): Promise<void>
}

/** An archive of a fake node's chain, in a folder of its own, behind a server whose replies a test can change. */
export async function openArchive(node: FakeNode, options?: BuildArchiveOptions): Promise<OpenArchive> {
  const folder = mkdtempSync(join(tmpdir(), 'topic0-archive-'))
  const inner = await serveArchive(folder)
  const connect = (archive?: string | NetworkArchive) => {
    return clientOf(node, { finality: archiveFinality, archive })
  }
  const requests: OpenArchive['requests'] = []
  const server = createServer((request, response) => {
    const path = request.url!.slice(1)
    const { range } = request.headers
    requests.push({ path, range })
    fetch(new URL(path, inner.manifest), { headers: range === undefined ? {} : { range } })
      .then(async (reply) => {
        await archive.delay?.(path)
        const sent = reply.headers.get('content-range')
        const usual: UsualReply = {
          status: reply.status,
          headers: sent === null ? {} : { 'content-range': sent },
          body: Buffer.from(await reply.arrayBuffer()),
        }
        const { status, headers, body } = { ...usual, ...archive.fault?.(path, usual) }
        response.writeHead(status, headers).end(body)
      })
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const archive: OpenArchive = {
    folder,
    manifest: `http://127.0.0.1:${(server.address() as AddressInfo).port}/manifest.json`,
    requests,
    fault: undefined,
    delay: undefined,
    build: (more) => buildArchive(connect(), folder, more),
    client: (by) =>
      connect(by === 'direct' ? inner.manifest : by ? { ...by, url: archive.manifest } : archive.manifest),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
      await inner.close()
      rmSync(folder, { recursive: true })
    },
  }
  await archive.build(options)
  return archive
}
