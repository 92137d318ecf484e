import { nearestOf } from '../logs/filter/QueryProblems.ts'
import { UsageError } from './options/UsageError.ts'

/** The signals that end the process, and the exit codes that shells expect. */
const endings = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** Runs `topic0` with these arguments, and ends the process. */
export async function main(args: readonly string[]): Promise<never> {
  const controller = new AbortController()
  let ending: number | undefined
  for (const [name, code] of Object.entries(endings))
    // A second signal ends the process at once.
    process.once(name, () => {
      ending = code
      controller.abort()
    })
  // Without a reader, as in `2>&1 | head`, what is written to standard error is lost.
  process.stderr.on('error', () => {})
  try {
    process.exit(await run(args, controller.signal))
  } catch (error) {
    if (ending !== undefined) process.exit(ending)
    process.exit(await fail(error, args))
  }
}

/** Runs a command with the arguments that follow its name. Resolves to the exit code. */
type Command = (args: readonly string[], signal: AbortSignal) => Promise<number>

/**
 * The commands by name. A command is loaded after its arguments are parsed: loading takes much longer than printing its
 * help or an error.
 */
const commands: Readonly<Record<string, Command>> = {
  async archive(args, signal) {
    const { parseArchiveOptions } = await import('./options/parseArchiveOptions.ts')
    const options = parseArchiveOptions(args)
    if (options === 'help') return print((await import('./options/help.ts')).archiveHelp, signal)
    return (await import('./runArchive.ts')).runArchive(options, signal)
  },
  async logs(args, signal) {
    const { parseLogsOptions } = await import('./options/parseLogsOptions.ts')
    const options = parseLogsOptions(args)
    if (options === 'help') return print((await import('./options/help.ts')).logsHelp, signal)
    return (await import('./runLogs.ts')).runLogs(options, signal)
  },
  async completion(args, signal) {
    const { completion } = await import('./options/completion.ts')
    return print(`${completion(args)}\n`, signal)
  },
  async help([name], signal) {
    return name === undefined ? explore(['--help'], signal) : run([name, '--help'], signal)
  },
}

async function run(args: readonly string[], signal: AbortSignal): Promise<number> {
  const [name, ...rest] = args
  if (name === undefined || name.startsWith('-')) return explore(args, signal)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    const names = Object.keys(commands)
    const nearest = nearestOf(name, names)
    throw new UsageError(
      `There is no command ${name}. ${nearest === undefined ? `There are: ${names.join(', ')}.` : `Did you mean ${nearest}?`}`,
    )
  }
  return command(rest, signal)
}

/** `topic0` without a command. */
async function explore(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { parseExplorerOptions } = await import('./options/parseExplorerOptions.ts')
  const options = parseExplorerOptions(args)
  if (options === 'help') return print((await import('./options/help.ts')).mainHelp, signal)
  if (options === 'version') return print(`${(await import('../logs/version.ts')).version}\n`, signal)
  return (await import('./runExplorer.ts')).runExplorer(options, signal)
}

async function print(text: string, signal: AbortSignal): Promise<number> {
  const { writeStdout } = await import('./writeStdout.ts')
  await writeStdout(Buffer.from(text), signal)
  return 0
}

/** Reports an error, and returns its exit code. */
async function fail(error: unknown, args: readonly string[]): Promise<number> {
  const { codeOf, describeError } = await import('./outcome.ts')
  const { PipeClosedError } = await import('./writeStdout.ts')
  const { toTerminalText } = await import('./toTerminalText.ts')
  if (error instanceof PipeClosedError) return 0
  const [first, ...more] = describeError(error)
  const isUsage = error instanceof UsageError
  const lines = [`topic0: ${first}`, ...more.map((line) => `  ${line}`)]
  const [name = ''] = args
  const command = ['archive', 'logs'].includes(name) ? `${name} ` : ''
  if (isUsage) lines.push(`  npx topic0 ${command}--help lists all options.`)
  process.stderr.write(`${toTerminalText(lines.join('\n'))}\n`)
  return codeOf(error)
}
