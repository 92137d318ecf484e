import { untilAborted } from '../logs/untilAborted.ts'
import { serveArchive } from '../node/archive/serveArchive.ts'
import { verifyArchive } from '../node/archive/verifyArchive.ts'
import type { ArchiveOptions } from './options/parseArchiveOptions.ts'
import { hasNodes } from './options/readNodes.ts'
import { exitCodes, type ExitCode } from './outcome.ts'
import { countOf, Progress } from './Progress.ts'
import { runArchiveBuild } from './runArchiveBuild.ts'
import { checkArchive, withNodes, type Nodes } from './withNodes.ts'
import { writeStdout } from './writeStdout.ts'

/** `topic0 archive`. Resolves to the exit code. */
export async function runArchive(options: ArchiveOptions, signal: AbortSignal): Promise<ExitCode> {
  const isPublished = options.command === 'verify' && options.isPublished
  if (options.command !== 'build' && !isPublished) await checkArchive(options.folder)
  switch (options.command) {
    case 'build':
    case 'append':
      return runArchiveBuild(options, signal)
    case 'verify':
      return verify(options, signal)
    case 'serve':
      return serve(options, signal)
    case 'query':
      return (await import('./runArchiveQuery.ts')).runArchiveQuery(options, signal)
  }
}

type OptionsOf<name> = Extract<ArchiveOptions, { readonly command: name }>

async function verify(options: OptionsOf<'verify'>, signal: AbortSignal): Promise<ExitCode> {
  const { folder, samples, publicKey, quiet } = options
  const check = async (nodes?: Nodes) => {
    const progress = new Progress({ isQuiet: quiet, calls: nodes?.calls ?? (() => 0) })
    let found: readonly string[] = []
    const { problems, files, logs, blocks, compared } = await verifyArchive(folder, {
      client: nodes?.client,
      samples,
      publicKey,
      signal,
      onProgress({ files: done, of, problems }) {
        found = problems
        progress.count(done, of, 'file')
      },
    }).catch(async (error: unknown) => {
      progress.clear()
      await printProblems(found, signal)
      throw error
    })
    progress.say(
      `${countOf(files, 'file')} · ${countOf(logs, 'log')} · ${countOf(blocks, 'block')}${
        compared > 0n ? ` · ${countOf(compared, 'block')} compared with a node` : ''
      } · ${problems.length === 0 ? 'no problem found' : countOf(problems.length, 'problem')}`,
    )
    await printProblems(problems, signal)
    return problems.length === 0 ? exitCodes.complete : exitCodes.unreadBlocks
  }
  return hasNodes(options) ? withNodes(options, signal, check) : check()
}

async function printProblems(problems: readonly string[], signal: AbortSignal): Promise<void> {
  if (problems.length > 0) await writeStdout(Buffer.from(`${problems.join('\n')}\n`), signal)
}

async function serve({ folder, port, host, quiet }: OptionsOf<'serve'>, signal: AbortSignal): Promise<never> {
  const { manifest } = await serveArchive(folder, { port, host })
  if (!quiet) process.stderr.write(`Serving ${folder}. Press Ctrl-C to stop.\n`)
  await writeStdout(Buffer.from(`${manifest}\n`), signal)
  // Nothing needs to be closed: the process ends.
  return untilAborted(new Promise<never>(() => {}), signal)
}
