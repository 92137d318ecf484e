export function releaseProblem(world: {
  status: () => string
  passes: (steps: readonly string[]) => boolean
}): string | undefined
