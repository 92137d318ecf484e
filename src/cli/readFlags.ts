import { parseArgs } from 'node:util'
import type { Flags, FlagValues } from './flags.ts'
import { UsageError } from './UsageError.ts'

/**
 * Parses arguments that are all flags.
 *
 * @throws {@link UsageError}
 */
export function readFlags<options extends Flags>(
  args: readonly string[],
  options: options,
): FlagValues<options> {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [stray] = positionals
    if (stray === undefined) return values as FlagValues<options>
    throw new UsageError(
      `“${stray}” belongs to no option. Put values with spaces or parentheses in quotes: --event 'Transfer(address indexed from, …)'.`,
    )
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof Error)) throw error
    const [, unknown] = /Unknown option '(--?[^']+)'/.exec(error.message) ?? []
    if (unknown !== undefined) throw new UsageError(`There is no option ${unknown}.`, { cause: error })
    // The first sentence says it; the rest is about Node's own API.
    throw new UsageError(error.message.split(/\.\s/)[0]!.replace(/\.?$/, '.'), { cause: error })
  }
}

/** @throws {@link UsageError} unless it is the URL of an endpoint, which the error does not repeat: it may contain a key. */
export function checkUrl(url: string): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : ''
  if (!['http:', 'https:', 'ws:', 'wss:'].includes(protocol))
    throw new UsageError('--rpc takes a full URL, such as https://rpc.example.org or ws://127.0.0.1:8546.')
}
