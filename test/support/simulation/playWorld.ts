interface PlayedWorld {
  readonly clock: { run: (promise: Promise<void>, maxTurns: number) => Promise<void> }
  readonly notes: readonly string[]
  close: () => void
}

interface PlayOptions {
  /** The name of the simulation. */
  readonly only: string
  readonly seed: number
  readonly maxTurns: number
  /** Undo what was changed for the simulation. @default none */
  readonly restore?: readonly (() => void)[]
}

/** Runs a play in a world of virtual time. A failure says what happened before it, and how to replay it. */
export async function playWorld(
  world: PlayedWorld,
  play: () => Promise<void>,
  { only, seed, maxTurns, restore = [] }: PlayOptions,
): Promise<void> {
  try {
    await world.clock.run(play(), maxTurns)
  } catch (error) {
    const { message } = error as Error
    const replay = `npm run simulate -- --only ${only} --seed ${seed}`
    throw new Error([`seed ${seed}: ${message}`, ...world.notes, `replay: ${replay}`].join('\n  '), {
      cause: error,
    })
  } finally {
    for (const undo of restore) undo()
    world.close()
  }
}
