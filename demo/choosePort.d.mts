import type { Port } from './parseOptions.mjs'

/**
 * A port that is free: the one asked for, or the next one when the user did not insist on it.
 *
 * @throws when it is taken and was given explicitly, or everything near it is taken.
 */
export function choosePort(
  port: Port,
  options: { flag: string; what: string; say: (line: string) => void },
): Promise<number>
