import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'

/** A running command. */
export interface RunningCommand {
  readonly child: ChildProcessByStdio<null, Readable, Readable>
  /** What it has written so far. */
  readonly stdout: () => string
  readonly stderr: () => string
  readonly ended: Promise<{ code: number | string | null; stdout: string; stderr: string }>
}

export interface RunCommandOptions {
  readonly cwd?: string | undefined
  readonly env?: NodeJS.ProcessEnv | undefined
  /** The Node to run it. @default the current one */
  readonly node?: string | undefined
  /** Whether to read standard output; a test reads it itself otherwise. @default true */
  readonly readsOutput?: boolean | undefined
}

/** Starts the `topic0` command of a project that has the package installed. It ends with the test. */
export function startCommand(
  project: string,
  args: readonly string[],
  { cwd = project, env, node = process.execPath, readsOutput = true }: RunCommandOptions = {},
): RunningCommand {
  const file = join(project, 'node_modules/topic0/dist/cli.js')
  const child = spawn(node, [file, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let stdout = ''
  let stderr = ''
  if (readsOutput) child.stdout.on('data', (part: Buffer) => (stdout += part.toString()))
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()))
  const ended = new Promise<{ code: number | string | null; stdout: string; stderr: string }>((resolve) => {
    child.once(readsOutput ? 'close' : 'exit', (code, signal) =>
      resolve({ code: code ?? signal, stdout, stderr }),
    )
  })
  return { child, stdout: () => stdout, stderr: () => stderr, ended }
}

/** Runs the command to its end. */
export function runCommand(project: string, args: readonly string[], options?: RunCommandOptions) {
  return startCommand(project, args, options).ended
}
