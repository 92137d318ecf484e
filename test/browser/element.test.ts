import { expect, inject, test } from 'vitest'

const chain = inject('chain')

/** APIs without types yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string }
}

const script = `${location.origin}/dist/element.js`

/** A page with only a script tag and the element, under a strict policy. */
function openPage(
  attributes: string,
  more = `<script src="${script}"></script>`,
): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe')
  frame.style.cssText = 'inline-size: 1200px; block-size: 800px'
  frame.srcdoc = `<!doctype html>
    <html lang="en">
      <head>
        <meta http-equiv="Content-Security-Policy" content="script-src ${location.origin}; style-src 'self'; require-trusted-types-for 'script'">
        <title>A page</title>
      </head>
      <body><log-explorer ${attributes}></log-explorer>${more}</body>
    </html>`
  return new Promise((resolve) => {
    frame.addEventListener('load', () => resolve(frame), { once: true })
    document.body.append(frame)
  })
}

test('one script tag shows the explorer in a shadow root, under a strict policy', async () => {
  const built = await fetch('/dist/element.js', { method: 'HEAD' })
  expect(built.ok, 'dist/element.js is missing: npm run build').toBe(true)
  const frame = await openPage(`network="${chain.chainId}" rpc="${chain.http}" name="Local" theme="dark"`)
  const page = frame.contentDocument!
  const violations: string[] = []
  page.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
    violations.push(violatedDirective),
  )
  const root = () => page.querySelector('log-explorer')!.shadowRoot
  await expect.poll(() => root()?.querySelectorAll('[role="gridcell"]').length ?? 0).toBeGreaterThan(20)
  const explorer = root()!.querySelector('.topic0-log-explorer')!
  // Styles apply: the colors are those of the theme, and the table is laid out.
  expect(frame.contentWindow!.getComputedStyle(explorer).colorScheme).toBe('dark')
  expect(root()!.querySelector('[role="grid"]')!.getBoundingClientRect().height).toBeGreaterThan(200)
  expect(violations).toEqual([])
  // All requests go to the script of the page, its chunks and the endpoint: no font, no image, no telemetry.
  const requested = frame.contentWindow!.performance.getEntriesByType('resource').map(({ name }) => name)
  const chunk = /\/dist\/element\/\w+-[\w-]+\.js$/
  expect(new Set(requested.map((url) => url.replace(chunk, '/chunk')))).toEqual(
    new Set([script, `${location.origin}/chunk`, new URL(chain.http).href]),
  )

  const skip = root()!.querySelector<HTMLElement>('.topic0-log-explorer-skip')!
  skip.focus()
  expect(skip.getBoundingClientRect().height).toBeGreaterThan(20)
  skip.click()
  expect(root()!.activeElement?.getAttribute('role')).toBe('gridcell')

  root()!.querySelector<HTMLElement>('[role="row"][aria-rowindex="3"] [role="gridcell"]')!.click()
  await expect.poll(() => root()!.querySelector('article')).toBeTruthy()

  // Moved within the page, it keeps its state; removed, it ends.
  const element = page.querySelector('log-explorer')!
  const aside = page.createElement('aside')
  page.body.append(aside)
  aside.append(element)
  await Promise.resolve()
  expect(root()!.querySelector('.topic0-log-explorer')).toBe(explorer)
  expect(root()!.querySelector('article')).toBeTruthy()
  element.remove()
  await expect.poll(() => element.shadowRoot!.childElementCount).toBe(0)

  frame.remove()
})

test('invalid attributes are explained', async () => {
  const frame = await openPage('network="five"')
  const root = () => frame.contentDocument!.querySelector('log-explorer')!.shadowRoot
  await expect
    .poll(() => root()?.querySelector('[role="alert"]')?.textContent)
    .toContain('Expected a chain id')
  frame.remove()
})

test('properties set before the script runs apply once it has, in the language and height of the page', async () => {
  const address = chain.contracts[0]!.address
  const frame = await openPage(`network="${chain.chainId}" rpc="${chain.http}" lang="de-AT"`, '')
  const page = frame.contentDocument!
  const element = page.querySelector<HTMLElement & { properties?: object }>('log-explorer')!
  element.properties = { contracts: [{ address, label: 'Hafen' }], strings: { logExplorer: 'Protokolle' } }
  const view = page.defaultView as Window & typeof globalThis
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync('log-explorer { block-size: 600px }')
  page.adoptedStyleSheets = [sheet]
  const tag = page.createElement('script')
  // The policy of the page lets no text become a script's address.
  const policy = (view as unknown as { trustedTypes: TrustedTypes }).trustedTypes.createPolicy('test', {
    createScriptURL: (url) => url,
  })
  tag.src = policy.createScriptURL(script)
  page.body.append(tag)

  const explorer = () => element.shadowRoot?.querySelector<HTMLElement>('.topic0-log-explorer')
  await expect.poll(() => explorer()?.textContent).toContain('Vertrag hinzufügen')
  expect(explorer()!.lang).toBe('de')
  expect(explorer()!.querySelector('h2')!.textContent).toBe('Protokolle')
  expect(explorer()!.getBoundingClientRect().height).toBe(600)
  element.remove()
  frame.remove()
})
