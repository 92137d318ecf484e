import { expect, test } from 'vitest'
import { embedLogExplorer } from '../../src/widget/embed/embedLogExplorer.ts'

test('a frame whose address has no origin, such as a file, is greeted', () => {
  const iframe = document.createElement('iframe')
  iframe.src = 'data:text/html,explorer'
  document.body.append(iframe)
  expect(() => embedLogExplorer(iframe).disconnect()).not.toThrow()
  iframe.remove()
})
