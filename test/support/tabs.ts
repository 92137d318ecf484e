import type { Page } from 'playwright'
import type { BrowserCommand } from 'vitest/node'
import { soon } from './soon.ts'

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Opens another page of this origin, with nothing but a script. `inTab` calls the functions that it puts into `globalThis.tab`. */
    openTab(script: string): Promise<number>
    /** Reloads it; its storage on disk stays. */
    reloadTab(tab: number): Promise<void>
    inTab<result>(tab: number, name: string, ...args: readonly unknown[]): Promise<result>
    closeTabs(): Promise<void>
  }
}

const tabs: Page[] = []

/** Dynamic imports are wrapped for pages that run tests, which these do not. */
const shim = 'globalThis.__vitest_browser_runner__ = { wrapDynamicImport: (load) => load() }'

async function isReady(page: Page): Promise<void> {
  await page.waitForFunction(() => 'tab' in globalThis)
}

const openTab: BrowserCommand<[script: string]> = async ({ context, page }, script) => {
  const tab = await context.newPage()
  tab.setDefaultTimeout(soon.timeout)
  const url = new URL(`/tab-${tabs.push(tab)}`, page.url()).href
  await tab.route(url, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><script>${shim}</script><script type="module" src="${script}"></script>`,
    }),
  )
  await tab.goto(url)
  await isReady(tab)
  return tabs.length - 1
}

const reloadTab: BrowserCommand<[tab: number]> = async (_, tab) => {
  await tabs[tab]!.reload()
  await isReady(tabs[tab]!)
}

const inTab: BrowserCommand<[tab: number, name: string, ...args: unknown[]]> = (_, tab, name, ...args) =>
  tabs[tab]!.evaluate(
    ([called, given]) =>
      (globalThis as unknown as { tab: Record<string, (...args: unknown[]) => unknown> }).tab[called]!(
        ...given,
      ),
    [name, args] as const,
  )

const closeTabs: BrowserCommand<[]> = async () => {
  await Promise.all(tabs.splice(0).map((tab) => tab.close()))
}

/** Commands for browser tests that need more than one page. */
export const tabCommands = { openTab, reloadTab, inTab, closeTabs }
