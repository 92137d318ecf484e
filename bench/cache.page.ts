import * as work from './cache.work.ts'

Object.assign(globalThis, { work })
