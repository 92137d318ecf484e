/** What copy buttons, menus and links say. */
export const uiStrings = {
  copy: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  copyFailed: 'Copying was refused',
  opensElsewhere: 'opens in a new tab',
}
