/** The round constants: for each round the low half, and the high one. Their bits come from a shift register. */
const constants = /* @__PURE__ */ createConstants()

function createConstants(): Int32Array {
  const halves = new Int32Array(48)
  let register = 1
  for (let round = 0; round < 48; round += 2)
    for (let power = 0; power < 7; power++) {
      const bit = 2 ** power - 1
      halves[round + (bit >>> 5)]! ^= (register & 1) << bit
      register = (register << 1) ^ ((register >>> 7) * 0x171)
    }
  return halves
}

/** Low and high half of each of the 25 lanes, and those of the next round. */
const state = /* @__PURE__ */ new Int32Array(50)
const next = /* @__PURE__ */ new Int32Array(50)

/**
 * Keccak-256 of 40 bytes, the digits of an address: ten words, lowest byte first, of which the first five become the
 * first 20 bytes of the hash. Rounds are written out, without inner loops: several times faster, and checksums are most
 * of the cost of decoding. Ten variables per row at a time compress better than a variable per lane, and are no slower.
 */
export function keccakText(words: Int32Array): void {
  state.fill(0)
  state.set(words)
  // The padding.
  state[10] = 1
  state[33] = 1 << 31
  for (let round = 0; round < 48; round += 2) {
    const c0 = column(0)
    const c1 = column(1)
    const c2 = column(2)
    const c3 = column(3)
    const c4 = column(4)
    const c5 = column(5)
    const c6 = column(6)
    const c7 = column(7)
    const c8 = column(8)
    const c9 = column(9)
    const d0 = mix(c8, c2, c3)
    const d1 = mix(c9, c3, c2)
    const d2 = mix(c0, c4, c5)
    const d3 = mix(c1, c5, c4)
    const d4 = mix(c2, c6, c7)
    const d5 = mix(c3, c7, c6)
    const d6 = mix(c4, c8, c9)
    const d7 = mix(c5, c9, c8)
    const d8 = mix(c6, c0, c1)
    const d9 = mix(c7, c1, c0)
    {
      const r0 = state[0]! ^ d0
      const r1 = ((state[13]! ^ d3) << 12) | ((state[12]! ^ d2) >>> 20)
      const r2 = ((state[25]! ^ d5) << 11) | ((state[24]! ^ d4) >>> 21)
      const r3 = ((state[36]! ^ d6) << 21) | ((state[37]! ^ d7) >>> 11)
      const r4 = ((state[48]! ^ d8) << 14) | ((state[49]! ^ d9) >>> 18)
      next[0] = r0 ^ (~r1 & r2)
      next[2] = r1 ^ (~r2 & r3)
      next[4] = r2 ^ (~r3 & r4)
      next[6] = r3 ^ (~r4 & r0)
      next[8] = r4 ^ (~r0 & r1)
    }
    {
      const r0 = state[1]! ^ d1
      const r1 = ((state[12]! ^ d2) << 12) | ((state[13]! ^ d3) >>> 20)
      const r2 = ((state[24]! ^ d4) << 11) | ((state[25]! ^ d5) >>> 21)
      const r3 = ((state[37]! ^ d7) << 21) | ((state[36]! ^ d6) >>> 11)
      const r4 = ((state[49]! ^ d9) << 14) | ((state[48]! ^ d8) >>> 18)
      next[1] = r0 ^ (~r1 & r2)
      next[3] = r1 ^ (~r2 & r3)
      next[5] = r2 ^ (~r3 & r4)
      next[7] = r3 ^ (~r4 & r0)
      next[9] = r4 ^ (~r0 & r1)
    }
    {
      const r0 = ((state[6]! ^ d6) << 28) | ((state[7]! ^ d7) >>> 4)
      const r1 = ((state[18]! ^ d8) << 20) | ((state[19]! ^ d9) >>> 12)
      const r2 = ((state[20]! ^ d0) << 3) | ((state[21]! ^ d1) >>> 29)
      const r3 = ((state[33]! ^ d3) << 13) | ((state[32]! ^ d2) >>> 19)
      const r4 = ((state[45]! ^ d5) << 29) | ((state[44]! ^ d4) >>> 3)
      next[10] = r0 ^ (~r1 & r2)
      next[12] = r1 ^ (~r2 & r3)
      next[14] = r2 ^ (~r3 & r4)
      next[16] = r3 ^ (~r4 & r0)
      next[18] = r4 ^ (~r0 & r1)
    }
    {
      const r0 = ((state[7]! ^ d7) << 28) | ((state[6]! ^ d6) >>> 4)
      const r1 = ((state[19]! ^ d9) << 20) | ((state[18]! ^ d8) >>> 12)
      const r2 = ((state[21]! ^ d1) << 3) | ((state[20]! ^ d0) >>> 29)
      const r3 = ((state[32]! ^ d2) << 13) | ((state[33]! ^ d3) >>> 19)
      const r4 = ((state[44]! ^ d4) << 29) | ((state[45]! ^ d5) >>> 3)
      next[11] = r0 ^ (~r1 & r2)
      next[13] = r1 ^ (~r2 & r3)
      next[15] = r2 ^ (~r3 & r4)
      next[17] = r3 ^ (~r4 & r0)
      next[19] = r4 ^ (~r0 & r1)
    }
    {
      const r0 = ((state[2]! ^ d2) << 1) | ((state[3]! ^ d3) >>> 31)
      const r1 = ((state[14]! ^ d4) << 6) | ((state[15]! ^ d5) >>> 26)
      const r2 = ((state[26]! ^ d6) << 25) | ((state[27]! ^ d7) >>> 7)
      const r3 = ((state[38]! ^ d8) << 8) | ((state[39]! ^ d9) >>> 24)
      const r4 = ((state[40]! ^ d0) << 18) | ((state[41]! ^ d1) >>> 14)
      next[20] = r0 ^ (~r1 & r2)
      next[22] = r1 ^ (~r2 & r3)
      next[24] = r2 ^ (~r3 & r4)
      next[26] = r3 ^ (~r4 & r0)
      next[28] = r4 ^ (~r0 & r1)
    }
    {
      const r0 = ((state[3]! ^ d3) << 1) | ((state[2]! ^ d2) >>> 31)
      const r1 = ((state[15]! ^ d5) << 6) | ((state[14]! ^ d4) >>> 26)
      const r2 = ((state[27]! ^ d7) << 25) | ((state[26]! ^ d6) >>> 7)
      const r3 = ((state[39]! ^ d9) << 8) | ((state[38]! ^ d8) >>> 24)
      const r4 = ((state[41]! ^ d1) << 18) | ((state[40]! ^ d0) >>> 14)
      next[21] = r0 ^ (~r1 & r2)
      next[23] = r1 ^ (~r2 & r3)
      next[25] = r2 ^ (~r3 & r4)
      next[27] = r3 ^ (~r4 & r0)
      next[29] = r4 ^ (~r0 & r1)
    }
    {
      const r0 = ((state[8]! ^ d8) << 27) | ((state[9]! ^ d9) >>> 5)
      const r1 = ((state[11]! ^ d1) << 4) | ((state[10]! ^ d0) >>> 28)
      const r2 = ((state[22]! ^ d2) << 10) | ((state[23]! ^ d3) >>> 22)
      const r3 = ((state[34]! ^ d4) << 15) | ((state[35]! ^ d5) >>> 17)
      const r4 = ((state[47]! ^ d7) << 24) | ((state[46]! ^ d6) >>> 8)
      next[30] = r0 ^ (~r1 & r2)
      next[32] = r1 ^ (~r2 & r3)
      next[34] = r2 ^ (~r3 & r4)
      next[36] = r3 ^ (~r4 & r0)
      next[38] = r4 ^ (~r0 & r1)
    }
    {
      const r0 = ((state[9]! ^ d9) << 27) | ((state[8]! ^ d8) >>> 5)
      const r1 = ((state[10]! ^ d0) << 4) | ((state[11]! ^ d1) >>> 28)
      const r2 = ((state[23]! ^ d3) << 10) | ((state[22]! ^ d2) >>> 22)
      const r3 = ((state[35]! ^ d5) << 15) | ((state[34]! ^ d4) >>> 17)
      const r4 = ((state[46]! ^ d6) << 24) | ((state[47]! ^ d7) >>> 8)
      next[31] = r0 ^ (~r1 & r2)
      next[33] = r1 ^ (~r2 & r3)
      next[35] = r2 ^ (~r3 & r4)
      next[37] = r3 ^ (~r4 & r0)
      next[39] = r4 ^ (~r0 & r1)
    }
    {
      const r0 = ((state[5]! ^ d5) << 30) | ((state[4]! ^ d4) >>> 2)
      const r1 = ((state[17]! ^ d7) << 23) | ((state[16]! ^ d6) >>> 9)
      const r2 = ((state[29]! ^ d9) << 7) | ((state[28]! ^ d8) >>> 25)
      const r3 = ((state[31]! ^ d1) << 9) | ((state[30]! ^ d0) >>> 23)
      const r4 = ((state[42]! ^ d2) << 2) | ((state[43]! ^ d3) >>> 30)
      next[40] = r0 ^ (~r1 & r2)
      next[42] = r1 ^ (~r2 & r3)
      next[44] = r2 ^ (~r3 & r4)
      next[46] = r3 ^ (~r4 & r0)
      next[48] = r4 ^ (~r0 & r1)
    }
    {
      const r0 = ((state[4]! ^ d4) << 30) | ((state[5]! ^ d5) >>> 2)
      const r1 = ((state[16]! ^ d6) << 23) | ((state[17]! ^ d7) >>> 9)
      const r2 = ((state[28]! ^ d8) << 7) | ((state[29]! ^ d9) >>> 25)
      const r3 = ((state[30]! ^ d0) << 9) | ((state[31]! ^ d1) >>> 23)
      const r4 = ((state[43]! ^ d3) << 2) | ((state[42]! ^ d2) >>> 30)
      next[41] = r0 ^ (~r1 & r2)
      next[43] = r1 ^ (~r2 & r3)
      next[45] = r2 ^ (~r3 & r4)
      next[47] = r3 ^ (~r4 & r0)
      next[49] = r4 ^ (~r0 & r1)
    }
    next[0]! ^= constants[round]!
    next[1]! ^= constants[round + 1]!
    state.set(next)
  }
  words.set(state.subarray(0, 10))
}

const column = (at: number) =>
  state[at]! ^ state[at + 10]! ^ state[at + 20]! ^ state[at + 30]! ^ state[at + 40]!
const mix = (a: number, b: number, c: number) => a ^ ((b << 1) | (c >>> 31))
