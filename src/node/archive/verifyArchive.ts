import { ArchiveFolder } from './ArchiveFolder.ts'
import { FolderVerification } from './FolderVerification.ts'
import type { VerifyArchiveOptions, VerifyArchiveResult } from './VerifyArchiveOptions.ts'
import { verifyHosted } from './verifyHosted.ts'

/**
 * Checks an archive in a folder: hashes, the order of the logs, the keys, the words, and that adjacent files are of one
 * chain. With a client, also the files' last blocks (`eth_getBlockByNumber`), and all logs of some
 * blocks (`eth_getLogs`).
 *
 * Given the URL of a published manifest, checks whether the server answers as readers need it (ranges, CORS, age of the
 * manifest), and the hashes of the keys, of each file's index and of one of its pages. Does not download whole files, except
 * for `samples`.
 *
 * @throws {@link ArchiveError} if there is no manifest, or it cannot be used; {@link NodeError} if no endpoint
 * answers; the signal's reason when it fires.
 *
 * @example
 * const { problems } = await verifyArchive('archive', { client })
 * await verifyArchive('https://logs.example.org/xone/manifest.json', { client, samples: 1 })
 */
export async function verifyArchive(
  folder: string,
  options: VerifyArchiveOptions = {},
): Promise<VerifyArchiveResult> {
  if (/^https?:/i.test(folder)) return verifyHosted(folder, options)
  const archive = new ArchiveFolder(folder)
  const manifest = await archive.readManifest()
  if (!manifest) throw archive.fail('has no manifest.json')
  return new FolderVerification(archive, manifest, options).run()
}
