import type { Port } from './parseOptions.mjs'

export interface ReservedPort {
  readonly number: number
  /** Lets go of the port: whoever wants it takes it now. */
  release(): Promise<void>
}

/**
 * Holds a port until it is needed, so that nobody else takes it meanwhile: the one asked for, or the next free one when
 * the user did not insist on it.
 *
 * @throws when it is taken and was given explicitly, or everything near it is taken.
 */
export function reservePort(
  port: Port,
  options: { flag: string; what: string; say: (line: string) => void },
): Promise<ReservedPort>
