import { addToTotal } from '../../logs/analyse/addToTotal.ts'
import type { LogGroups } from '../../logs/analyse/groupLogs.ts'

/** The first groups; what is in the others is counted together. */
export function cutGroups(groups: LogGroups, count: number): LogGroups {
  const rest = groups.groups.slice(count)
  if (rest.length === 0) return groups
  const others = { ...groups.others }
  for (const group of rest) addToTotal(others, group)
  return { ...groups, groups: groups.groups.slice(0, count), others }
}
