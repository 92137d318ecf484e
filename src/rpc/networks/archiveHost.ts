import type { Network, NetworkArchive } from './defineNetwork.ts'

/** The host of a network's archive; `undefined` if it has none. */
export function archiveHost({ archive }: Pick<Network, 'archive'>): string | undefined {
  return archive === undefined ? undefined : new URL(archiveUrl(archive)).host
}

function archiveUrl(archive: string | NetworkArchive): string {
  return typeof archive === 'string' ? archive : archive.url
}
