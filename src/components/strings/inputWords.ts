import type { InputProblem } from '../../logs/filter/inputProblem.ts'
import type { Strings } from './strings.ts'

/** What is wrong with something that was asked: in the catalogue's words where it has some, else in its own, which are English. */
export function inputWords({ message, kind, values = [] }: InputProblem, { problems }: Strings): string {
  // A caller may have kinds of its own, of any name.
  const own = new Map<string, ((...values: string[]) => string) | undefined>(Object.entries(problems))
  return (kind && own.get(kind)?.(...values)) || message
}
