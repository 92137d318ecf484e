import { coverageStrings } from '../status/coverageStrings.ts'
import { commonStrings } from '../strings/commonStrings.ts'
import { logStrings } from '../strings/logStrings.ts'
import type { Localized } from '../strings/useStrings.ts'

/** Texts of `BlockHistogram`. */
export const histogramStrings = {
  ...commonStrings,
  ...logStrings,
  histogram: 'Logs by block',
  ...coverageStrings,
  histogramOverTime: 'Logs by time',
  /** Names the choice between the two. */
  histogramBy: 'Horizontal axis',
  histogramAxes: { block: 'By block', time: 'By time' },
  histogramHelp:
    'Use the arrow keys to move between bars, Page Up and Page Down to move by ten. Hold Shift to select blocks. Press Enter to zoom to the selection or to go to the block, Escape to clear the selection.',
  /** `range` is one block, or two numbers with a dash between them. */
  blockRange: (range: string, single: boolean) => (single ? `block ${range}` : `blocks ${range}`),
  aboutTime: (time: string) => `about ${time}`,
  selectionStart: 'First block selected',
  selectionEnd: 'Last block selected',
  zoomIn: 'Zoom in',
  zoomOut: 'All blocks',
}

export type HistogramStrings = Localized<typeof histogramStrings>
