interface Lock {
  packages: Record<string, { version?: string; optional?: boolean; devOptional?: boolean; link?: boolean }>
}

/** Says which Node is needed if this one is too old; `undefined` if it is new enough. */
export function nodeProblem(version: string): string | undefined

/** Whether npm's record of `node_modules` has every package of the lock file, in its version. */
export function isInstalled(lock: Lock, installed: Lock): boolean

/** Runs `npm ci` if `node_modules` is missing or does not match package-lock.json. */
export function ensureDependencies(): Promise<void>

/** Installs from npm's cache, without asking the registry whether it is current; if that fails, asks. */
export function installPackages(npm: (args: readonly string[]) => Promise<void>): Promise<void>

/** The path of a Chromium to test in. Installs Debian's if possible. Needs installed packages. */
export function ensureChromium(): Promise<string>
