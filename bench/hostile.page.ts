import { read } from './hostile.work.ts'
import { watch } from './watch.ts'

Object.assign(globalThis, { work: { read: async (url: string) => (await watch(() => read(url))).task } })
