export const usage: string

/** The command line is wrong. */
export class UsageError extends Error {}

export interface Port {
  readonly number: number
  /** Whether the user named this port. */
  readonly explicit: boolean
}

export interface Options {
  readonly help: boolean
  readonly rpc: readonly string[]
  readonly port: Port
  readonly chainPort: Port
}

/** Reads the arguments. @throws {UsageError} for an unknown flag, a bad URL or port. */
export function parseOptions(args: readonly string[]): Options
