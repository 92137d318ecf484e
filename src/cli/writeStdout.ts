import { write } from 'node:fs'
import { isatty } from 'node:tty'
import { toTerminalText } from './toTerminalText.ts'

/** The reader of standard output has closed it, as `head` does: the command ends without an error message. */
export class PipeClosedError extends Error {
  override name = 'PipeClosedError'
}

/** Milliseconds before a write to a full pipe is tried again. */
const retryDelay = 5
/** Joins a character that is split between two writes. */
const decoder = new TextDecoder()

/**
 * Writes to standard output without blocking: `process.stdout` blocks the whole process on a full pipe, Ctrl-C included.
 * On a terminal, control characters are escaped; a pipe or a file gets the bytes unchanged.
 *
 * @throws {@link PipeClosedError}; the signal's reason when it fires.
 */
export async function writeStdout(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  const sent = isatty(1) ? Buffer.from(toTerminalText(decoder.decode(bytes, { stream: true }))) : bytes
  for (let at = 0; at < sent.length;) at += await writeSome(sent.subarray(at), signal)
}

function writeSome(bytes: Uint8Array, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', onAbort, { once: true })
    write(1, bytes, (error, written) => {
      signal.removeEventListener('abort', onAbort)
      if (!error) resolve(written)
      else if (error.code === 'EAGAIN') setTimeout(resolve, retryDelay, 0)
      else reject(error.code === 'EPIPE' ? new PipeClosedError() : error)
    })
  })
}
