// How Vite builds the Worker that reads archives.
import type { Plugin } from 'vite'

const starter = /\/startArchiveWorker\.ts$/
const source = "new URL('./archiveWorker.ts', import.meta.url)"
const placeholder = 'TOPIC0_ARCHIVE_WORKER'

/**
 * `vite build`: keeps the Worker a file of the package, which the bundlers of its users find. Vite would bundle it if it saw the
 * expression, so a placeholder hides it until the chunks are written.
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
