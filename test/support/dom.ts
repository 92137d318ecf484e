import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// A wait ends when its condition holds; the limit is for what never comes, also on a busy machine.
configure({ asyncUtilTimeout: 60_000 })

afterEach(cleanup)
