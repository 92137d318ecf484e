import { inject } from 'vitest'
import { pinFont, type PinnedFont } from './pinnedFonts.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The font that the screens of a project are drawn in. */
    font: PinnedFont
  }
}

await pinFont(inject('font'))
