/** The halves of the round constants. */
const roundLow = /* @__PURE__ */ Int32Array.of(
  0x00000001,
  0x00008082,
  0x0000808a,
  0x80008000,
  0x0000808b,
  0x80000001,
  0x80008081,
  0x00008009,
  0x0000008a,
  0x00000088,
  0x80008009,
  0x8000000a,
  0x8000808b,
  0x0000008b,
  0x00008089,
  0x00008003,
  0x00008002,
  0x00000080,
  0x0000800a,
  0x8000000a,
  0x80008081,
  0x00008080,
  0x80000001,
  0x80008008,
)
const roundHigh = /* @__PURE__ */ Int32Array.of(
  0x00000000,
  0x00000000,
  0x80000000,
  0x80000000,
  0x00000000,
  0x00000000,
  0x80000000,
  0x80000000,
  0x00000000,
  0x00000000,
  0x00000000,
  0x00000000,
  0x00000000,
  0x80000000,
  0x80000000,
  0x80000000,
  0x80000000,
  0x80000000,
  0x00000000,
  0x80000000,
  0x80000000,
  0x80000000,
  0x00000000,
  0x80000000,
)

/**
 * Keccak-256 of 40 bytes, the digits of an address: ten words, lowest byte first, of which the first five become the
 * first 20 bytes of the hash. Every lane has its own variables for its low and high half: several times faster than a
 * loop over a state in memory. Checksums are most of the cost of decoding.
 */
export function keccakText(words: Int32Array): void {
  let l0 = words[0]!
  let h0 = words[1]!
  let l1 = words[2]!
  let h1 = words[3]!
  let l2 = words[4]!
  let h2 = words[5]!
  let l3 = words[6]!
  let h3 = words[7]!
  let l4 = words[8]!
  let h4 = words[9]!
  let l5 = 1
  let h5 = 0
  let l6 = 0
  let h6 = 0
  let l7 = 0
  let h7 = 0
  let l8 = 0
  let h8 = 0
  let l9 = 0
  let h9 = 0
  let l10 = 0
  let h10 = 0
  let l11 = 0
  let h11 = 0
  let l12 = 0
  let h12 = 0
  let l13 = 0
  let h13 = 0
  let l14 = 0
  let h14 = 0
  let l15 = 0
  let h15 = 0
  let l16 = 0
  let h16 = 1 << 31
  let l17 = 0
  let h17 = 0
  let l18 = 0
  let h18 = 0
  let l19 = 0
  let h19 = 0
  let l20 = 0
  let h20 = 0
  let l21 = 0
  let h21 = 0
  let l22 = 0
  let h22 = 0
  let l23 = 0
  let h23 = 0
  let l24 = 0
  let h24 = 0
  for (let round = 0; round < 24; round++) {
    const cl0 = l0 ^ l5 ^ l10 ^ l15 ^ l20
    const ch0 = h0 ^ h5 ^ h10 ^ h15 ^ h20
    const cl1 = l1 ^ l6 ^ l11 ^ l16 ^ l21
    const ch1 = h1 ^ h6 ^ h11 ^ h16 ^ h21
    const cl2 = l2 ^ l7 ^ l12 ^ l17 ^ l22
    const ch2 = h2 ^ h7 ^ h12 ^ h17 ^ h22
    const cl3 = l3 ^ l8 ^ l13 ^ l18 ^ l23
    const ch3 = h3 ^ h8 ^ h13 ^ h18 ^ h23
    const cl4 = l4 ^ l9 ^ l14 ^ l19 ^ l24
    const ch4 = h4 ^ h9 ^ h14 ^ h19 ^ h24
    const dl0 = cl4 ^ ((cl1 << 1) | (ch1 >>> 31))
    const dh0 = ch4 ^ ((ch1 << 1) | (cl1 >>> 31))
    const dl1 = cl0 ^ ((cl2 << 1) | (ch2 >>> 31))
    const dh1 = ch0 ^ ((ch2 << 1) | (cl2 >>> 31))
    const dl2 = cl1 ^ ((cl3 << 1) | (ch3 >>> 31))
    const dh2 = ch1 ^ ((ch3 << 1) | (cl3 >>> 31))
    const dl3 = cl2 ^ ((cl4 << 1) | (ch4 >>> 31))
    const dh3 = ch2 ^ ((ch4 << 1) | (cl4 >>> 31))
    const dl4 = cl3 ^ ((cl0 << 1) | (ch0 >>> 31))
    const dh4 = ch3 ^ ((ch0 << 1) | (cl0 >>> 31))
    l0 ^= dl0
    h0 ^= dh0
    l1 ^= dl1
    h1 ^= dh1
    l2 ^= dl2
    h2 ^= dh2
    l3 ^= dl3
    h3 ^= dh3
    l4 ^= dl4
    h4 ^= dh4
    l5 ^= dl0
    h5 ^= dh0
    l6 ^= dl1
    h6 ^= dh1
    l7 ^= dl2
    h7 ^= dh2
    l8 ^= dl3
    h8 ^= dh3
    l9 ^= dl4
    h9 ^= dh4
    l10 ^= dl0
    h10 ^= dh0
    l11 ^= dl1
    h11 ^= dh1
    l12 ^= dl2
    h12 ^= dh2
    l13 ^= dl3
    h13 ^= dh3
    l14 ^= dl4
    h14 ^= dh4
    l15 ^= dl0
    h15 ^= dh0
    l16 ^= dl1
    h16 ^= dh1
    l17 ^= dl2
    h17 ^= dh2
    l18 ^= dl3
    h18 ^= dh3
    l19 ^= dl4
    h19 ^= dh4
    l20 ^= dl0
    h20 ^= dh0
    l21 ^= dl1
    h21 ^= dh1
    l22 ^= dl2
    h22 ^= dh2
    l23 ^= dl3
    h23 ^= dh3
    l24 ^= dl4
    h24 ^= dh4
    const bl0 = l0
    const bh0 = h0
    const bl1 = (h6 << 12) | (l6 >>> 20)
    const bh1 = (l6 << 12) | (h6 >>> 20)
    const bl2 = (h12 << 11) | (l12 >>> 21)
    const bh2 = (l12 << 11) | (h12 >>> 21)
    const bl3 = (l18 << 21) | (h18 >>> 11)
    const bh3 = (h18 << 21) | (l18 >>> 11)
    const bl4 = (l24 << 14) | (h24 >>> 18)
    const bh4 = (h24 << 14) | (l24 >>> 18)
    const bl5 = (l3 << 28) | (h3 >>> 4)
    const bh5 = (h3 << 28) | (l3 >>> 4)
    const bl6 = (l9 << 20) | (h9 >>> 12)
    const bh6 = (h9 << 20) | (l9 >>> 12)
    const bl7 = (l10 << 3) | (h10 >>> 29)
    const bh7 = (h10 << 3) | (l10 >>> 29)
    const bl8 = (h16 << 13) | (l16 >>> 19)
    const bh8 = (l16 << 13) | (h16 >>> 19)
    const bl9 = (h22 << 29) | (l22 >>> 3)
    const bh9 = (l22 << 29) | (h22 >>> 3)
    const bl10 = (l1 << 1) | (h1 >>> 31)
    const bh10 = (h1 << 1) | (l1 >>> 31)
    const bl11 = (l7 << 6) | (h7 >>> 26)
    const bh11 = (h7 << 6) | (l7 >>> 26)
    const bl12 = (l13 << 25) | (h13 >>> 7)
    const bh12 = (h13 << 25) | (l13 >>> 7)
    const bl13 = (l19 << 8) | (h19 >>> 24)
    const bh13 = (h19 << 8) | (l19 >>> 24)
    const bl14 = (l20 << 18) | (h20 >>> 14)
    const bh14 = (h20 << 18) | (l20 >>> 14)
    const bl15 = (l4 << 27) | (h4 >>> 5)
    const bh15 = (h4 << 27) | (l4 >>> 5)
    const bl16 = (h5 << 4) | (l5 >>> 28)
    const bh16 = (l5 << 4) | (h5 >>> 28)
    const bl17 = (l11 << 10) | (h11 >>> 22)
    const bh17 = (h11 << 10) | (l11 >>> 22)
    const bl18 = (l17 << 15) | (h17 >>> 17)
    const bh18 = (h17 << 15) | (l17 >>> 17)
    const bl19 = (h23 << 24) | (l23 >>> 8)
    const bh19 = (l23 << 24) | (h23 >>> 8)
    const bl20 = (h2 << 30) | (l2 >>> 2)
    const bh20 = (l2 << 30) | (h2 >>> 2)
    const bl21 = (h8 << 23) | (l8 >>> 9)
    const bh21 = (l8 << 23) | (h8 >>> 9)
    const bl22 = (h14 << 7) | (l14 >>> 25)
    const bh22 = (l14 << 7) | (h14 >>> 25)
    const bl23 = (h15 << 9) | (l15 >>> 23)
    const bh23 = (l15 << 9) | (h15 >>> 23)
    const bl24 = (l21 << 2) | (h21 >>> 30)
    const bh24 = (h21 << 2) | (l21 >>> 30)
    l0 = bl0 ^ (~bl1 & bl2) ^ roundLow[round]!
    h0 = bh0 ^ (~bh1 & bh2) ^ roundHigh[round]!
    l1 = bl1 ^ (~bl2 & bl3)
    h1 = bh1 ^ (~bh2 & bh3)
    l2 = bl2 ^ (~bl3 & bl4)
    h2 = bh2 ^ (~bh3 & bh4)
    l3 = bl3 ^ (~bl4 & bl0)
    h3 = bh3 ^ (~bh4 & bh0)
    l4 = bl4 ^ (~bl0 & bl1)
    h4 = bh4 ^ (~bh0 & bh1)
    l5 = bl5 ^ (~bl6 & bl7)
    h5 = bh5 ^ (~bh6 & bh7)
    l6 = bl6 ^ (~bl7 & bl8)
    h6 = bh6 ^ (~bh7 & bh8)
    l7 = bl7 ^ (~bl8 & bl9)
    h7 = bh7 ^ (~bh8 & bh9)
    l8 = bl8 ^ (~bl9 & bl5)
    h8 = bh8 ^ (~bh9 & bh5)
    l9 = bl9 ^ (~bl5 & bl6)
    h9 = bh9 ^ (~bh5 & bh6)
    l10 = bl10 ^ (~bl11 & bl12)
    h10 = bh10 ^ (~bh11 & bh12)
    l11 = bl11 ^ (~bl12 & bl13)
    h11 = bh11 ^ (~bh12 & bh13)
    l12 = bl12 ^ (~bl13 & bl14)
    h12 = bh12 ^ (~bh13 & bh14)
    l13 = bl13 ^ (~bl14 & bl10)
    h13 = bh13 ^ (~bh14 & bh10)
    l14 = bl14 ^ (~bl10 & bl11)
    h14 = bh14 ^ (~bh10 & bh11)
    l15 = bl15 ^ (~bl16 & bl17)
    h15 = bh15 ^ (~bh16 & bh17)
    l16 = bl16 ^ (~bl17 & bl18)
    h16 = bh16 ^ (~bh17 & bh18)
    l17 = bl17 ^ (~bl18 & bl19)
    h17 = bh17 ^ (~bh18 & bh19)
    l18 = bl18 ^ (~bl19 & bl15)
    h18 = bh18 ^ (~bh19 & bh15)
    l19 = bl19 ^ (~bl15 & bl16)
    h19 = bh19 ^ (~bh15 & bh16)
    l20 = bl20 ^ (~bl21 & bl22)
    h20 = bh20 ^ (~bh21 & bh22)
    l21 = bl21 ^ (~bl22 & bl23)
    h21 = bh21 ^ (~bh22 & bh23)
    l22 = bl22 ^ (~bl23 & bl24)
    h22 = bh22 ^ (~bh23 & bh24)
    l23 = bl23 ^ (~bl24 & bl20)
    h23 = bh23 ^ (~bh24 & bh20)
    l24 = bl24 ^ (~bl20 & bl21)
    h24 = bh24 ^ (~bh20 & bh21)
  }
  words[0] = l0
  words[1] = h0
  words[2] = l1
  words[3] = h1
  words[4] = l2
}
