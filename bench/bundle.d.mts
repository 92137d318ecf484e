/** Builds TypeScript the way a consumer gets it, for Node or for a page; `entry` is relative to this folder. */
export function bundle(entry: string, options?: { browser?: boolean }): Promise<string>
/** A script of a page, for its server: the bundle, or the Worker next to it. */
export function readBundle(file: string, url: string | undefined): Buffer | undefined
export function load(entry: string): Promise<unknown>
