/** The path of a Chromium to test in, or undefined where none is installed. Throws if CHROMIUM_PATH names no file. */
export function findChromium(): Promise<string | undefined>

/** The arguments every test browser is started with. */
export const chromiumArgs: string[]
