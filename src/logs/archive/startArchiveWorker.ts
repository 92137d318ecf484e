/**
 * Starts the Worker that reads rows of archives. Bundlers know this form, and builds of one script replace this file.
 *
 * @throws where the page allows no Workers.
 */
export function startArchiveWorker(): Worker {
  return new Worker(new URL('./archiveWorker.ts', import.meta.url), { type: 'module' })
}
