/** The path of a Chromium to test in; `undefined` if none is installed. Throws if CHROMIUM_PATH names no file. */
export function findChromium(): Promise<string | undefined>

/** The same, without windows if such a one is installed. */
export function findShell(): Promise<string | undefined>

/** The arguments of every test browser. */
export const chromiumArgs: string[]
