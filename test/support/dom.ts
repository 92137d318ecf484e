import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// A wait ends when its condition holds. The limit is for conditions that never do, and long enough for a busy machine.
configure({ asyncUtilTimeout: 60_000 })

afterEach(cleanup)
