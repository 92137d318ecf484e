import { beforeAll } from 'vitest'
import { lazyTools } from '../../src/components/LogTable/lazyTools.ts'

// The state shortly after the first paint: a click opens menus at once.
beforeAll(() => lazyTools.load())
