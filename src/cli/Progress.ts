import type { WriteLogsProgress } from '../node/WriteRun.ts'
import { toTerminalText } from './toTerminalText.ts'

/** Minimum milliseconds between two drawings of the bar, and between two lines. */
const drawInterval = 100
const lineInterval = 10_000
const barWidth = 24

interface ProgressOptions {
  readonly isQuiet: boolean
  /** JSON-RPC calls sent so far. */
  readonly calls: () => number
}

/** Shows progress on standard error: as a bar on a terminal, else as a line now and then. */
export class Progress {
  readonly #options: ProgressOptions
  readonly #startedAt = performance.now()
  #shownAt = Number.NEGATIVE_INFINITY
  #isDrawn = false
  #tenth = 0

  constructor(options: ProgressOptions) {
    this.#options = options
  }

  get calls(): number {
    return this.#options.calls()
  }

  get seconds(): number {
    return (performance.now() - this.#startedAt) / 1000
  }

  /** Prints a line, unless `--quiet`. */
  say(line: string): void {
    if (!this.#options.isQuiet) this.warn(line)
  }

  /** Prints a line even with `--quiet`. */
  warn(line: string): void {
    this.clear()
    process.stderr.write(`${toTerminalText(line)}\n`)
  }

  update(progress: WriteLogsProgress): void {
    const { range, next } = progress
    if (this.#options.isQuiet || !range || next === undefined) return
    const blocks = Number(range.to - range.from) + 1
    const share = Math.min(1, Math.max(0, Number(next - range.from) / blocks))
    const now = performance.now()
    if (process.stderr.isTTY) {
      if (now - this.#shownAt >= drawInterval) this.#draw(share, this.#describe(progress, share))
    } else {
      const tenth = Math.floor(share * 10)
      const isDue = tenth > this.#tenth || now - this.#shownAt >= lineInterval
      if (share === 1 || !isDue || now - this.#startedAt < 1_000) return
      this.#tenth = tenth
      this.#shownAt = now
      process.stderr.write(`${this.#describe(progress, share)}\n`)
    }
  }

  /** Shows a bar with a count, such as files done. */
  count(done: number, of: number, noun: string): void {
    if (this.#options.isQuiet || !process.stderr.isTTY || performance.now() - this.#shownAt < drawInterval)
      return
    this.#draw(done / of, `${formatCount(done)} of ${countOf(of, noun)}`)
  }

  /** Draws a bar and a text, cut to the width of the terminal. */
  #draw(share: number, text: string): void {
    const line = `${bar(share)} ${text}`
    process.stderr.write(`\r${line.slice(0, (process.stderr.columns ?? 80) - 1)}\u001B[K`)
    this.#shownAt = performance.now()
    this.#isDrawn = true
  }

  /** Removes the bar. */
  clear(): void {
    if (this.#isDrawn) process.stderr.write('\r\u001B[K')
    this.#isDrawn = false
  }

  #describe({ next, written, failed }: WriteLogsProgress, share: number): string {
    const left = share > 0.02 && share < 1 ? (this.seconds / share) * (1 - share) : undefined
    return [
      `${Math.floor(share * 100)} %`,
      `block ${formatCount(next ?? 0n)}`,
      countOf(written, 'log'),
      countOf(this.calls, 'call'),
      ...(failed.length > 0 ? [`${countOf(failed.length, 'range')} unread`] : []),
      ...(left === undefined ? [] : [`${formatSeconds(left)} left`]),
    ].join(' · ')
  }
}

function bar(share: number): string {
  const full = Math.round(share * barWidth)
  return `${'█'.repeat(full)}${'░'.repeat(barWidth - full)}`
}

export function formatCount(count: number | bigint): string {
  return count.toLocaleString('en-US')
}

/** `1 log`, `2,000 logs` */
export function countOf(count: number | bigint, noun: string): string {
  return `${formatCount(count)} ${noun}${Number(count) === 1 ? '' : 's'}`
}

export function formatSeconds(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 120) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

export function formatSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const unit = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** unit
  return `${value.toFixed(unit > 0 && value < 10 ? 1 : 0)} ${units[unit]}`
}
