/** In CSS pixels: below this width a row becomes a card of three lines, which is so high. */
export const stackedLayout = { below: 720, rowHeight: 92 }
