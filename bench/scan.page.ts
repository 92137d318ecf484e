import * as work from './scan.work.ts'

Object.assign(globalThis, { work })
