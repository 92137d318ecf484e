/** What copy buttons, menus and links say. */
export const uiStrings = {
  copy: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  copyFailed: 'Could not copy',
  opensElsewhere: 'opens in a new tab',
}
