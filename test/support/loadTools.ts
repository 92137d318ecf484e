import { beforeAll } from 'vitest'
import { lazyTools } from '../../src/components/LogTable/lazyTools.ts'

// Loads what a table loads after its first paint, so that a click opens a menu at once.
beforeAll(() => lazyTools.load())
