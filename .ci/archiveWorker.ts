// How Vite builds the Worker that reads archives.
import type { Plugin } from 'vite'

const starter = /\/startArchiveWorker\.ts$/
const source = "new URL('./archiveWorker.ts', import.meta.url)"
const placeholder = 'TOPIC0_ARCHIVE_WORKER'

/**
 * `vite build`: the Worker is a file of the package like others, which the bundlers of its users find. Vite would bundle it here:
 * it does not see the expression before the chunks are written.
 */
export const workerFile: Plugin = {
  name: 'topic0:worker-file',
  enforce: 'pre',
  transform: {
    filter: { id: starter },
    handler(code) {
      if (!code.includes(source)) throw new Error(`startArchiveWorker.ts has no ${source}.`)
      return { code: code.replace(source, placeholder), map: null }
    },
  },
  renderChunk(code) {
    return code.includes(placeholder)
      ? { code: code.replace(placeholder, source.replace('.ts', '.js')), map: null }
      : null
  },
}

/** Builds of one script have no second file: the page reads by itself. */
export const noWorker: Plugin = {
  name: 'topic0:no-worker',
  enforce: 'pre',
  load: {
    filter: { id: starter },
    handler: () => `export function startArchiveWorker() { throw new Error('One script has no Worker.') }`,
  },
}
