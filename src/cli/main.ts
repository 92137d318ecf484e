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
  try {
    process.exit(await run(args, controller.signal))
  } catch (error) {
    if (ending !== undefined) process.exit(ending)
    process.exit(await fail(error, args))
  }
}

/** Runs a command with the arguments that follow its name. Resolves to the exit code. */
type Command = (args: readonly string[], signal: AbortSignal) => Promise<number>

/** The commands by name: each is loaded when it is used. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  archive: async () => (await import('./runArchive.ts')).runArchive,
  logs: async () => (await import('./runLogs.ts')).runLogs,
}

async function run([name, ...rest]: readonly string[], signal: AbortSignal): Promise<number> {
  const load = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  if (load) return (await load())(rest, signal)
  if (name === 'completion') return complete(rest, signal)
  if (name !== undefined && name !== 'help' && !name.startsWith('-'))
    throw new UsageError(`There is no command ${name}.`)
  const { runExplorer } = await import('./runExplorer.ts')
  return runExplorer(name === undefined ? [] : name === 'help' ? ['--help'] : [name, ...rest], signal)
}

async function complete(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { completion } = await import('./options/completion.ts')
  const { writeStdout } = await import('./writeStdout.ts')
  await writeStdout(Buffer.from(`${completion(args)}\n`), signal)
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
  const command = Object.hasOwn(commands, name) ? `${name} ` : ''
  if (isUsage) lines.push(`  npx topic0 ${command}--help lists all options.`)
  process.stderr.write(`${toTerminalText(lines.join('\n'))}\n`)
  return codeOf(error)
}
