import type { Hex } from 'viem'

/** 32 bytes of a log's data. */
export interface DataWord {
  /** Position in the data, in bytes, as hex: `0x20`. */
  readonly offset: string
  /** 64 hex digits, fewer at the end of data whose length is not a multiple of 32 bytes. */
  readonly digits: string
}

/** The first `limit` 32-byte words of `data`, and their total number. */
export function dataWords(data: Hex, limit: number): { words: readonly DataWord[]; total: number } {
  const total = Math.ceil((data.length - 2) / 64)
  const words = Array.from({ length: Math.min(total, limit) }, (_, index) => ({
    offset: `0x${(index * 32).toString(16).padStart(2, '0')}`,
    digits: data.slice(2 + index * 64, 2 + (index + 1) * 64),
  }))
  return { words, total }
}
