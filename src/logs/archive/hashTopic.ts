/**
 * The 31-bit hash of a topic in an index of words. It depends on the topic's position, so that an address as `topic1` is not found as
 * `topic2`.
 */
export function hashTopic(words: ArrayLike<number>, position: number): number {
  let hash = position
  for (let k = 0; k < 8; k++) {
    hash = Math.imul(hash ^ words[k]!, 0x9e3779b1)
    hash ^= hash >>> 15
  }
  return Math.imul(hash, 0x85ebca6b) >>> 1
}
