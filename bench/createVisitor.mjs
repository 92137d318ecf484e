/**
 * Uses a page the way a person does, and counts clicks and keys. A pasted text is one key.
 *
 * @param {import('playwright').Page} page
 */
export function createVisitor(page) {
  const start = performance.now()
  const spent = { clicks: 0, keys: 0 }
  return {
    page,
    /** @param {import('playwright').Locator} locator */
    async click(locator) {
      await locator.click()
      spent.clicks++
    },
    /** @param {readonly string[]} keys */
    async press(...keys) {
      for (const key of keys) {
        await page.keyboard.press(key)
        spent.keys++
      }
    },
    /** @param {string} text */
    async paste(text) {
      await page.keyboard.insertText(text)
      spent.keys++
    },
    /** @param {string} text */
    async type(text) {
      await page.keyboard.type(text)
      spent.keys += text.length
    },
    /** Clicks and keys since the page was opened. */
    stop: () => ({ ...spent, seconds: (performance.now() - start) / 1_000 }),
  }
}

/** @typedef {ReturnType<typeof createVisitor>} Visitor */
