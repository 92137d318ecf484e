interface Lock {
  packages: Record<string, { version?: string; optional?: boolean; devOptional?: boolean; link?: boolean }>
}

/** Says which Node is needed, where this one is too old; undefined where it will do. */
export function nodeProblem(version: string): string | undefined

/** Whether what npm wrote down of `node_modules` has every package of the lock file, in its version. */
export function isInstalled(lock: Lock, installed: Lock): boolean

/** Runs `npm ci` where `node_modules` is missing or does not agree with package-lock.json. */
export function ensureDependencies(): Promise<void>

/** The path of a Chromium to test in; installs Debian's where that is possible. Needs the packages to be there. */
export function ensureChromium(): Promise<string>
