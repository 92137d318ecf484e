/** Actions on a value. */
export const cellStrings = {
  nameAddress: 'Name this address',
  pasteAbi: 'Paste the ABI of this contract',
  onlyThis: 'New query: only this',
  onlyLoaded: 'Show only this here',
}
