import type { LogGroup } from '../../logs/analyse/groupLogs.ts'
import type { DecodedArg } from '../../logs/Log.ts'
import type { GroupChoice } from './groupChoices.ts'

/** The argument that the logs of a group have in common; `undefined` for contracts and events. */
export function groupArgument({ sample }: LogGroup, { position }: GroupChoice): DecodedArg | undefined {
  return position === undefined ? undefined : sample.decoded?.args[position]
}
