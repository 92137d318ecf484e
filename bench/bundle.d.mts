/** Builds TypeScript as users of the package get it, for Node or for a page; `entry` is relative to this folder. */
export function bundle(entry: string, options?: { browser?: boolean }): Promise<string>
/** Reads a script that a page requests: the bundle, or the Worker next to it. */
export function readBundle(file: string, url: string | undefined): Buffer | undefined
export function load(entry: string): Promise<unknown>
