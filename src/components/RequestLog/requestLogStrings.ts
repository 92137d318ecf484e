import type { RequestReason } from '../../base/RequestEvent.ts'
import { panelTitles } from '../strings/panelTitles.ts'

const reasons: Readonly<Record<RequestReason, string>> = {
  app: 'app',
  'chain-check': 'chain check',
  head: 'latest block',
  scan: 'scan',
  follow: 'live',
  header: 'block check',
  audit: 'audit',
  subscription: 'subscription',
  filter: 'node filter',
  probe: 'limit probe',
  estimate: 'estimate',
  timestamp: 'timestamps',
  lookup: 'lookup',
}

/** Texts of `RequestLog`. */
export const requestLogStrings = {
  requestLog: {
    ...panelTitles.requestLog,
    empty: 'No requests yet.',
    noMatch: 'No request has this outcome.',
    outcome: 'Outcome',
    outcomes: { all: 'All', success: 'Succeeded', error: 'Failed', aborted: 'Cancelled' },
    time: 'Time (UTC)',
    call: 'Call',
    result: 'Result',
    totals: 'Totals by method',
    calls: 'Calls',
    failed: 'Failed',
    method: 'Method',
    milliseconds: (value: string) => `${value} ms`,
    averageTime: 'Average time',
    received: 'Received',
    /** Counts are formatted: "1,234". */
    summary: (calls: string, messages: string) =>
      `${calls} ${calls === '1' ? 'call' : 'calls'} in ${messages} ${messages === '1' ? 'request' : 'requests'}`,
    logs: (count: string) => (count === '1' ? '1 log' : `${count} logs`),
    batch: (calls: string) => `batch of ${calls}`,
    attempt: (number: string) => `attempt ${number}`,
    clear: 'Clear',
    reasons,
  },
}
