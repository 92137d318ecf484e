/** From this many bytes on, `set` copies faster than a loop. */
const long = 48

/**
 * Decompresses snappy. hyparquet does that byte by byte, which takes four times as long.
 *
 * @param page Is filled and returned: `length` bytes.
 * @throws {@link RangeError} if the bytes are damaged, or have another length than stated.
 */
export function unpackSnappy(
  bytes: Uint8Array,
  length: number,
  page: Uint8Array = new Uint8Array(length),
): Uint8Array {
  const end = bytes.length
  const from = new DataView(bytes.buffer, bytes.byteOffset, end)
  const to = new DataView(page.buffer, page.byteOffset, length)
  let at = 0
  let out = 0
  // Skips the length, which the caller has checked.
  while (at < end && bytes[at++]! >= 0x80);
  while (at < end) {
    const tag = bytes[at++]!
    if ((tag & 3) === 0) {
      let count = (tag >> 2) + 1
      if (count > 60) {
        const wide = count - 60
        if (at + wide > end) throw damaged()
        count = 1
        for (let k = 0, unit = 1; k < wide; k++, unit *= 256) count += bytes[at++]! * unit
      }
      if (count > end - at || count > length - out) throw damaged()
      if (count >= long) page.set(bytes.subarray(at, at + count), out)
      else {
        let k = 0
        for (; k + 4 <= count; k += 4) to.setUint32(out + k, from.getUint32(at + k))
        for (; k < count; k++) page[out + k] = bytes[at + k]!
      }
      at += count
      out += count
      continue
    }
    const kind = tag & 3
    const wide = kind === 3 ? 4 : kind
    if (at + wide > end) throw damaged()
    const count = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1
    let back = bytes[at]!
    if (kind === 1) back |= (tag >> 5) << 8
    else for (let k = 1, unit = 256; k < wide; k++, unit *= 256) back += bytes[at + k]! * unit
    at += wide
    if (back === 0 || back > out || count > length - out) throw damaged()
    let k = 0
    // Source and target may overlap: a repeated byte has a distance of 1.
    if (back >= 4) for (; k + 4 <= count; k += 4) to.setUint32(out + k, to.getUint32(out - back + k))
    for (; k < count; k++) page[out + k] = page[out - back + k]!
    out += count
  }
  if (out !== length) throw damaged()
  return page
}

function damaged(): RangeError {
  return new RangeError('A page is damaged.')
}
