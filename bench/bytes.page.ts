import { answer, ways } from './bytes.work.ts'

/** Runs all ways in turn, in the page. Resolves to the median milliseconds of each. */
async function race(count: number, runs: number): Promise<Record<string, number>> {
  const bytes = new TextEncoder().encode(answer(count))
  const candidates = ways(() => new Response(bytes))
  const times = Object.fromEntries(Object.keys(candidates).map((name): [string, number[]] => [name, []]))
  for (let round = -1; round < runs; round++)
    for (const [name, work] of Object.entries(candidates)) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      const start = performance.now()
      if ((await work()) !== count) throw new Error(`${name} lost logs.`)
      if (round >= 0) times[name]!.push(performance.now() - start)
    }
  return Object.fromEntries(
    Object.entries(times).map(([name, list]) => [name, list.sort((a, b) => a - b)[list.length >> 1]!]),
  )
}

Object.assign(globalThis, { work: { race } })
