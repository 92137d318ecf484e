import { ours, type ArchiveWork } from './archive.work.ts'
import { watch } from './watch.ts'

const work = {
  /** Reads everything, while an element scrolls. */
  everything: async (given: ArchiveWork, { hasWorkers }: { hasWorkers: boolean }) => {
    if (!hasWorkers) Reflect.deleteProperty(globalThis, 'Worker')
    const { result, task, free } = await watch(() => ours(given))
    return { ...result, task, free }
  },
}

Object.assign(globalThis, { work })
