import { afterEach, expect } from 'vitest'
import { page } from 'vitest/browser'

const frame = () => new Promise((done) => requestAnimationFrame(done))

/** The elements that make the page scroll sideways. */
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
  // Components are measured in the first frame, and laid out accordingly in the second.
  await frame()
  await frame()
  expect(tooWide()).toEqual([])
})
