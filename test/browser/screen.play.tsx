import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import '../../src/explorer.css'
import { ScreenPlay } from '../support/screen/ScreenPlay.tsx'

const env = import.meta.env as { readonly VITE_SEED?: string; readonly VITE_SEEDS?: string }
const first = Number(env.VITE_SEED ?? 1)
const count = Number(env.VITE_SEEDS ?? 1)

beforeEach(async () => {
  await page.viewport(1280, 800)
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
  vi.spyOn(window, 'open').mockReturnValue(null)
  vi.spyOn(window, 'print').mockReturnValue()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
})
test.each(Array.from({ length: count }, (_, index) => first + index))(
  'seed %i: whatever happens, the screen says what is true, and all of it in the end',
  async (seed) => {
    const problem = await new ScreenPlay(seed).play()
    expect(problem, `Again: npm run simulate -- --only screen --seed ${seed}`).toBeUndefined()
  },
)
