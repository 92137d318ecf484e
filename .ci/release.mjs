// Runs before `npm publish`, and stops it unless the work tree is clean and every check passes.
import { execFileSync, spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'

/** The checks of a release, in order. */
const checks = [[], ['consumers']]

/** Why a release must not go out; `undefined` if it may. `status` lists uncommitted changes, `passes` runs `npm test` with steps. */
export function releaseProblem({ status, passes }) {
  const dirty = () => status().trim()
  const before = dirty()
  if (before) return `Commit or discard these changes before publishing:\n${before}`
  for (const steps of checks)
    if (!passes(steps))
      return `Publish once this passes: npm test${steps.length > 0 ? ` -- ${steps.join(' ')}` : ''}`
  const after = dirty()
  return after
    ? `The checks changed these files; review and commit them before publishing:\n${after}`
    : undefined
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const problem = releaseProblem({
    status: () => execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' }),
    passes: (steps) =>
      spawnSync(process.execPath, ['.ci/test.mjs', ...steps], { stdio: 'inherit' }).status === 0,
  })
  if (problem) console.error(problem)
  process.exitCode = problem ? 1 : 0
}
