/** Texts of copy buttons, menus and links. */
export const uiStrings = {
  copy: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  copyFailed: 'Could not copy',
  opensElsewhere: 'opens in a new tab',
}
