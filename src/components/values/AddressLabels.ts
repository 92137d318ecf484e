import type { LinkBuilders } from './LinkBuilders.ts'

/** Names for addresses. Keys are case-insensitive. */
export type AddressLabels = Readonly<Record<string, string>>

/** What addresses are shown with. */
export interface AddressContext {
  labels: AddressLabels | undefined
  explorerUrl: string | undefined
  links: LinkBuilders | undefined
}
