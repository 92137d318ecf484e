import type { Client } from 'viem'
import type { LogCache } from '../logs/cache/LogCache.ts'
import type { ExportFormat } from '../logs/export/ExportFormat.ts'
import type { ParsedLogQuery } from '../logs/filter/ParsedLogQuery.ts'
import { estimateScan } from '../logs/scan/estimate/estimateScan.ts'
import type { Expected } from '../logs/scan/estimate/ScanEstimate.ts'
import { exitCodes, type ExitCode } from './outcome.ts'
import { formatCount, formatSeconds } from './Progress.ts'
import { writeStdout } from './writeStdout.ts'

interface PrintEstimateOptions {
  /** Prints JSON for `json` and `ndjson`. */
  readonly format: ExportFormat | undefined
  readonly cache: LogCache | undefined
  readonly signal: AbortSignal
}

/** `--estimate`: prints what a query would cost, on standard output. */
export async function printEstimate(
  client: Client,
  query: ParsedLogQuery,
  { format, cache, signal }: PrintEstimateOptions,
): Promise<ExitCode> {
  const estimate = await estimateScan(client, query, { cache, signal })
  const { blocks, requests, seconds, share, density, basis } = estimate
  const toText = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)
  const lines =
    format === 'json' || format === 'ndjson'
      ? [JSON.stringify(estimate, toText)]
      : [
          `blocks   ${formatCount(blocks)}`,
          `calls    ${between(requests, formatCount)}`,
          `time     ${between(seconds, formatSeconds)}`,
          ...(share ? [`quota    ${between(share, (part) => `${Math.ceil(part * 100)} %`)} of the day`] : []),
          ...(density === 'unknown' && requests.low < requests.high
            ? ['The estimate is rough: no blocks of this filter have been read yet.']
            : []),
          ...(estimate.exceedsBudget
            ? [`It may need more calls than are left: ${formatCount(basis.remaining ?? 0)}.`]
            : []),
        ]
  await writeStdout(Buffer.from(`${lines.join('\n')}\n`), signal)
  return exitCodes.complete
}

function between({ low, high }: Expected, format: (value: number) => string): string {
  const [from, to] = [format(low), format(high)]
  return from === to ? from : `${from} to ${to}`
}
