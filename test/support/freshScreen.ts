import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { page } from 'vitest/browser'

/** The default window. */
const [width, height] = [414, 896]

// Test files share a page, so that it loads the library once. Each starts in the same window, on an empty page.
beforeAll(async () => {
  await page.viewport(width, height)
  // The page hears of it later.
  await vi.waitUntil(() => innerWidth === width && innerHeight === height, { timeout: 60_000 })
})
// `vitest-browser-react` does so in the first file only.
afterEach(cleanup)
afterAll(() => document.body.replaceChildren())
