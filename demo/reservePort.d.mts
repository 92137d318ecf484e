import type { Port } from './parseOptions.mjs'

export interface ReservedPort {
  readonly number: number
  /** Frees the port. */
  release(): Promise<void>
}

/**
 * Occupies a port until it is needed, so that no other process takes it: the requested one, or the next free one unless
 * the user named it.
 *
 * @throws when it is in use and was named by the user, or when all ports near it are in use.
 */
export function reservePort(
  port: Port,
  options: { flag: string; what: string; say: (line: string) => void },
): Promise<ReservedPort>
