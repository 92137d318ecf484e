import { InvalidNetworkError } from '../../errors/InvalidNetworkError.ts'
import { checkUrl } from './checkUrl.ts'

/** An archive, and how far it is trusted. */
export interface NetworkArchive {
  /** The URL of its manifest. */
  readonly url: string
  /**
   * The SHA-256 of the manifest, in hex: a manifest with a different hash is not used. The manifest states the hashes of all
   * files, so this pins them, too.
   *
   * @default any manifest
   */
  readonly sha256?: string | undefined
  /**
   * The publisher's Ed25519 public key, 32 bytes in hex: a manifest not signed with it is not used, nor are later ones. Checked
   * by Chrome 137, Firefox 129, Safari 17 and newer; older browsers read all blocks from nodes.
   *
   * @default signatures are not checked
   */
  readonly publicKey?: string | undefined
  /**
   * How many ranges of up to 100 blocks of each query to compare with a node (`eth_getLogs`); `true` for 2.
   * After a difference, the archive is not used until the page is reloaded, and the query reads everything from nodes.
   *
   * @default none
   */
  readonly spotChecks?: boolean | number | undefined
}

/** A network, as far as its archive is concerned. */
interface HasArchive {
  readonly archive?: string | NetworkArchive | undefined
}

/** The host of a network's archive; `undefined` if it has none. */
export function archiveHost({ archive }: HasArchive): string | undefined {
  return archive === undefined ? undefined : new URL(toArchive(archive).url).host
}

/** How many of the ranges that a query has read from the network's archive are compared with a node. */
export function countSpotChecks({ archive }: HasArchive): number {
  const { spotChecks = 0 } = archive === undefined ? {} : toArchive(archive)
  return spotChecks === true ? 2 : Number(spotChecks)
}

/** @throws {@link InvalidNetworkError} if an option is malformed. */
export function checkArchive(network: string, archive: string | NetworkArchive): void {
  const { url, sha256, publicKey, spotChecks = 0 } = toArchive(archive)
  checkUrl(network, url, ['https:', 'http:'], 'the archive')
  if (!Number.isSafeInteger(Number(spotChecks)) || Number(spotChecks) < 0)
    throw new InvalidNetworkError(
      network,
      `spotChecks of its archive is ${spotChecks}`,
      'Pass a whole number of ranges, 0 or more, or `true`.',
    )
  if (sha256 !== undefined && !is32Bytes(sha256))
    throw new InvalidNetworkError(
      network,
      'the hash of its archive is not a SHA-256 in hex',
      'Pass 64 lower-case hex digits, as `sha256sum manifest.json` prints them.',
    )
  if (publicKey !== undefined && !is32Bytes(publicKey))
    throw new InvalidNetworkError(
      network,
      'the public key of its archive is not 32 bytes in hex',
      'Pass 64 lower-case hex digits, as `topic0 archive build --sign` prints them.',
    )
}

function toArchive(archive: string | NetworkArchive): NetworkArchive {
  return typeof archive === 'string' ? { url: archive } : archive
}

function is32Bytes(hex: string): boolean {
  return /^[0-9a-f]{64}$/.test(hex)
}
