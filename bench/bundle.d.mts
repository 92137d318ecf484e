/** Builds TypeScript the way a consumer gets it, for Node or for a page; `entry` is relative to this folder. */
export function bundle(entry: string, options?: { browser?: boolean }): Promise<string>
export function load(entry: string): Promise<unknown>
