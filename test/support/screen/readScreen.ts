/** What an explorer shows to its user. */
export interface Screen {
  /** `success`, `loading`, `empty`… of the table. */
  readonly table: string | undefined
  /** The number of logs that it states, without removed ones. */
  readonly count: number
  /** `complete`, `running`… of the progress. */
  readonly progress: string | undefined
  /** `live`, `stale`, `off`… of the live status. */
  readonly live: string | undefined
  /** Whether the rows are in another order than that of the chain. */
  readonly isSorted: boolean
  /** Whether rows for missing blocks are in view, which count as positions. */
  readonly hasGaps: boolean
  /** The rows in view: their position, block and contract. */
  readonly rows: readonly ShownRow[]
}

export interface ShownRow {
  readonly index: number
  /** `undefined` while the column is hidden for lack of room. */
  readonly block: number | undefined
  readonly contract: string | undefined
}

const find = (selector: string) => document.querySelector<HTMLElement>(selector)

/** Reads the screen; `undefined` where no table is shown, or several are, or no count. */
export function readScreen(): Screen | undefined {
  const grids = document.querySelectorAll('[role=grid]')
  const [grid] = grids
  if (!grid || grids.length > 1) return undefined
  // For a moment, "Copied" takes the place of the count.
  const text = find('.topic0-log-table-count')?.textContent
  if (text && !/\d/.test(text) && find('.topic0-log-table')?.dataset['state'] === 'success') return undefined
  const sorted = [...grid.querySelectorAll<HTMLElement>('[aria-sort=ascending], [aria-sort=descending]')]
  return {
    table: find('.topic0-log-table')?.dataset['state'],
    count: countIn('.topic0-log-table-count') - countIn('.topic0-log-explorer-note [data-kind=danger]'),
    progress: find('.topic0-scan-progress')?.dataset['state'],
    live: find('.topic0-live-status')?.dataset['state'],
    hasGaps: grid.querySelector('.topic0-gap') !== null,
    isSorted: sorted.some((header) => header.dataset['column'] !== 'block'),
    rows: [...grid.querySelectorAll<HTMLElement>('[role=row][data-index]:not(.topic0-log-table-header)')].map(
      readRow,
    ),
  }
}

/** The first number of an element's text, or 0. */
function countIn(selector: string): number {
  return Number(/[\d,]+/.exec(find(selector)?.textContent ?? '')?.[0].replaceAll(',', '') ?? 0)
}

function readRow(row: HTMLElement): ShownRow {
  const block = row.querySelector('[data-column=block]')?.textContent
  const contract = row.querySelector('[data-column=contract] [title]')?.getAttribute('title')?.toLowerCase()
  return {
    index: Number(row.dataset['index']),
    block: block ? Number(block.replaceAll(/\D/g, '')) : undefined,
    contract,
  }
}

/** Buttons, menu items and the like that can be clicked now. */
export function findControls(): readonly HTMLElement[] {
  const controls =
    'button, [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=radio], summary'
  return [...document.querySelectorAll<HTMLElement>(controls)].filter(
    (control) => control.checkVisibility() && !control.matches(':disabled'),
  )
}
