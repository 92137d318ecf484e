import { parseArgs } from 'node:util'
import { nearestOf } from '../../logs/filter/QueryProblems.ts'
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
  return readArguments(args, options, 0).values
}

/**
 * Parses flags, and up to `maxPositionals` other arguments.
 *
 * @throws {@link UsageError}
 */
export function readArguments<options extends Flags>(
  args: readonly string[],
  options: options,
  maxPositionals: number,
): { readonly values: FlagValues<options>; readonly positionals: readonly string[] } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    // A variable of the shell that is not set, for example: the option would be ignored.
    for (const [name, value] of Object.entries(values))
      if ([value].flat().some((one) => typeof one === 'string' && splitList(one).length === 0))
        throw new UsageError(`--${name} needs a value.`)
    const stray = positionals[maxPositionals]
    if (stray === undefined) return { values: values as FlagValues<options>, positionals }
    throw new UsageError(
      `“${stray}” does not belong to an option. Put values with spaces or parentheses in quotes: --event 'Transfer(address indexed from, …)'.`,
    )
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof Error)) throw error
    const [, unknown] = /Unknown option '(--?[^']+)'/.exec(error.message) ?? []
    if (unknown !== undefined) {
      const nearest = unknown.startsWith('--') ? nearestOf(unknown.slice(2), Object.keys(options)) : undefined
      const hint = nearest === undefined ? '' : ` Did you mean --${nearest}?`
      throw new UsageError(`There is no option ${unknown}.${hint}`, { cause: error })
    }
    const [, incomplete] =
      /^Option '(--?[\w-]+)[^']*' argument (?:missing|is ambiguous)/.exec(error.message) ?? []
    if (incomplete !== undefined)
      throw new UsageError(`${incomplete} needs a value${negativeAfter(incomplete, args)}.`, { cause: error })
    // The first sentence is enough; the rest is about Node's own API.
    throw new UsageError(error.message.split(/\.\s/)[0]!.replace(/\.?$/, '.'), { cause: error })
  }
}

/** Why a negative number is no value. `parseArgs` takes it for an option. */
function negativeAfter(flag: string, args: readonly string[]): string {
  const value = args[args.indexOf(flag) + 1] ?? ''
  if (!/^-\d/.test(value)) return ''
  const hint = /^--(?:from|to)$/.test(flag)
    ? `: to count back from the newest block, write latest${value}`
    : ''
  return `, and “${value}” is negative${hint}`
}

/** @throws {@link UsageError} unless it is the URL of an endpoint, which the error does not repeat: it may contain a key. */
export function checkUrl(url: string): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : ''
  if (!['http:', 'https:', 'ws:', 'wss:'].includes(protocol))
    throw new UsageError('--rpc takes a full URL, such as https://rpc.example.org or ws://127.0.0.1:8546.')
}

/** Whether an archive is named by its URL, not its folder. @throws {@link UsageError} if the URL is malformed. */
export function isArchiveUrl(text: string): boolean {
  const isUrl = /^https?:/i.test(text)
  if (isUrl && !URL.canParse(text))
    throw new UsageError(
      'An archive on the web is named by the full URL of its manifest, such as https://logs.example.org/usdc/manifest.json.',
    )
  return isUrl
}

/** @throws {@link UsageError} */
export function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`--port takes a number from 0 to 65535, not “${text}”.`)
  return port
}

/** The key of `--public-key`. @throws {@link UsageError} */
export function readPublicKey(text: string | undefined): string | undefined {
  if (text !== undefined && !/^[0-9a-f]{64}$/.test(text))
    throw new UsageError(
      '--public-key takes 64 lower-case hex digits, as topic0 archive build --sign prints them.',
    )
  return text
}

/** A whole number of at least 1. @throws {@link UsageError} */
export function readCount(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const count = Number(text.replaceAll(/[_,](?=\d{3})/g, ''))
  if (!/^\d/.test(text) || !Number.isSafeInteger(count) || count < 1)
    throw new UsageError(`${flag} takes a whole number, 1 or more, not “${text}”.`)
  return count
}

/** A value of `--arg`. @throws {@link UsageError} */
export function readArg(text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=')
  if (at < 1) throw new UsageError(`--arg takes NAME=VALUE, such as --arg from=0x…, not “${text}”.`)
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

/** Values that are separated by commas. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

/** Events that are separated by commas; the commas of a signature are its own. */
export function splitEvents(text: string): string[] {
  return text.includes('(') ? [text] : splitList(text)
}
