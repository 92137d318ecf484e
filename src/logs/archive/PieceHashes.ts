/** Bytes of a hash, and of a hash with the length of its piece. 96 bits resist a search for other bytes with the same hash. */
export const hashBytes = 12
export const pieceBytes = 4 + hashBytes
