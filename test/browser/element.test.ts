import { expect, inject, test } from 'vitest'

const chain = inject('chain')

/** A page with nothing but a script tag and the element, under a strict policy. */
function openPage(attributes: string): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe')
  frame.style.cssText = 'inline-size: 1200px; block-size: 800px'
  frame.srcdoc = `<!doctype html>
    <html lang="en">
      <head>
        <meta http-equiv="Content-Security-Policy" content="script-src ${location.origin}; style-src 'self'; require-trusted-types-for 'script'">
        <title>A page</title>
      </head>
      <body><log-explorer ${attributes}></log-explorer><script src="${location.origin}/dist/element.js"></script></body>
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
  await expect
    .poll(() => root()?.querySelectorAll('[role="gridcell"]').length ?? 0, { timeout: 30_000 })
    .toBeGreaterThan(20)
  const explorer = root()!.querySelector('.topic0-log-explorer')!
  // The look is there: the colours are those of the theme, and the table is laid out.
  expect(frame.contentWindow!.getComputedStyle(explorer).colorScheme).toBe('dark')
  expect(root()!.querySelector('[role="grid"]')!.getBoundingClientRect().height).toBeGreaterThan(200)
  expect(violations).toEqual([])

  root()!.querySelector<HTMLElement>('[role="row"][aria-rowindex="3"] [role="gridcell"]')!.click()
  await expect.poll(() => root()!.querySelector('article')).toBeTruthy()

  page.querySelector('log-explorer')!.remove()
  frame.remove()
})

test('attributes that mean nothing are explained', async () => {
  const frame = await openPage('network="five"')
  const root = frame.contentDocument!.querySelector('log-explorer')!.shadowRoot
  await expect.poll(() => root?.querySelector('[role="alert"]')?.textContent).toContain('network="3721"')
  frame.remove()
})
