// A compiler's output holds its contracts by file and name, and a build's file holds that output.
const maxDepth = 4

/**
 * Extracts ABI items from JSON: an ABI, an ABI item, a compiler's artifact, metadata or full
 * output, or an explorer's response. `undefined` if there is no ABI.
 */
export function readAbi(json: unknown): readonly unknown[] | undefined {
  if (isObject(json) && typeof json['type'] === 'string') return [json]
  const lists = [...findAbis(json, 0)]
  return lists.length > 0 ? lists.flat() : undefined
}

function* findAbis(value: unknown, depth: number): Generator<readonly unknown[]> {
  if (isAbi(value)) yield value
  else if (isObject(value) || Array.isArray(value)) {
    const held = isObject(value) ? (value['abi'] ?? value['ABI'] ?? value['result']) : undefined
    const abi = typeof held === 'string' ? parseQuietly(held) : held
    if (isAbi(abi)) yield abi
    else if (depth < maxDepth) for (const inner of Object.values(value)) yield* findAbis(inner, depth + 1)
  }
}

function isAbi(value: unknown): value is readonly unknown[] {
  return (
    Array.isArray(value) &&
    value.every((item) => (isObject(item) ? typeof item['type'] === 'string' : typeof item === 'string'))
  )
}

function parseQuietly(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // For example an explorer's error message.
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
