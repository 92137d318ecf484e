import { afterEach, expect } from 'vitest'
import { page } from 'vitest/browser'

const frame = () => new Promise((done) => requestAnimationFrame(done))

/** What is wider than the window, outside of what scrolls by itself. */
function tooWide(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  return [...document.querySelectorAll('.story *')]
    .filter((element) => element.getBoundingClientRect().right > clientWidth)
    .map((element) => element.outerHTML.slice(0, 100))
}

// After each story, on a narrow phone: its page must not scroll sideways. The runner sets the usual size for the next one.
afterEach(async () => {
  await page.viewport(360, 800)
  // What is measured is laid out in the first frame, and by its measure in the second.
  await frame()
  await frame()
  expect(tooWide()).toEqual([])
})
