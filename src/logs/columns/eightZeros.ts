/**
 * "00000000" as a float. Read as floats, eight characters compare as fast as one; and digits make no `NaN` and no zero,
 * so that equal means the same.
 */
export const eightZeros: number = /* @__PURE__ */ new DataView(
  /* @__PURE__ */ new Uint8Array(8).fill(48).buffer,
).getFloat64(0)
