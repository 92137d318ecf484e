import type { AbiEvent } from 'viem'
import { parseEventSignature } from '../../../logs/filter/formats/parseEventSignature.ts'

/** The events of source code, and the names of events that cannot be parsed. */
export interface DeclaredEvents {
  readonly events: readonly AbiEvent[]
  readonly unreadable: readonly string[]
}

/**
 * Finds the events declared in Solidity or in a human-readable ABI with functions. Resolves structs, enums, contracts
 * and user-defined types declared in it.
 */
export function declaredEvents(text: string): DeclaredEvents {
  const source = withoutComments(text)
  const types = new Map<string, string>()
  for (const [, name] of source.matchAll(/\benum\s+([\w$]+)/g)) types.set(name!, 'uint8')
  for (const [, name] of source.matchAll(/\b(?:contract|interface)\s+([\w$]+)/g)) types.set(name!, 'address')
  for (const [, name, type] of source.matchAll(/\btype\s+([\w$]+)\s+is\s+(\w+)/g)) types.set(name!, type!)
  // A type follows an opening bracket, a comma or a semicolon.
  const inSolidity = (part: string) =>
    part.replaceAll(/([(,{;]\s*)((?:[\w$]+\.)*[\w$]+)/g, (_, before: string, type: string) => {
      const name = type.split('.').at(-1)!
      return before + (types.get(name) ?? name)
    })
  const structs = new Map(
    [...source.matchAll(/\bstruct\s+([\w$]+)\s*\{([^}]*)\}/g)].map(([, name, members]) => [
      name!,
      inSolidity(`{${members}}`),
    ]),
  )
  const events = new Map<string, AbiEvent>()
  const unreadable = new Set<string>()
  for (const start of source.matchAll(/\bevent\s+([\w$]+)\s*(?=\()/g)) {
    const inputs = inParentheses(source, start.index + start[0].length)
    if (inputs === undefined) continue
    const after = source.slice(start.index + start[0].length + inputs.length)
    const signature = `event ${start[1]}${inSolidity(inputs)}${/^\s*anonymous\b/.test(after) ? ' anonymous' : ''}`
    try {
      events.set(signature, parseEventSignature(signature, structsOf(signature, structs)))
    } catch {
      // Its types are declared elsewhere, or misspelled.
      unreadable.add(start[1]!)
    }
  }
  return { events: [...events.values()], unreadable: [...unreadable] }
}

/** The structs that a text uses, directly or indirectly. */
function structsOf(text: string, structs: ReadonlyMap<string, string>): string[] {
  const needed = new Set<string>()
  const need = (part: string) => {
    for (const [word] of part.matchAll(/[\w$]+/g)) {
      const members = structs.get(word)
      if (members === undefined || needed.has(word)) continue
      needed.add(word)
      need(members)
    }
  }
  need(text)
  return [...needed].map((name) => `struct ${name} ${structs.get(name)}`)
}

/** From an opening parenthesis to its closing one. */
function inParentheses(text: string, from: number): string | undefined {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return text.slice(from, at + 1)
  }
  return undefined
}

/** Source code without comments. */
export function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ')
}
