import { formatLog } from 'viem'
import { packLogs } from '../src/logs/columns/packLogs.ts'
import { toLogJson } from '../src/logs/list/toLogJson.ts'
import { randomLogs } from '../test/support/randomLogs.ts'

/** Yields a node's answers: `parts` of them, with `size` logs each. */
export function* answers(parts: number, size: number): Generator<string> {
  for (let part = 0; part < parts; part++)
    yield JSON.stringify(randomLogs({ seed: 42 + part, count: size, addresses: size / 10 }).map(toLogJson))
}

export const keep = {
  ours: (answer: string) => packLogs(JSON.parse(answer) as never),
  viem: (answer: string) => (JSON.parse(answer) as never[]).map((log) => formatLog(log)),
  'JSON objects': (answer: string) => JSON.parse(answer) as unknown,
}
