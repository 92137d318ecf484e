/** What is wrong with the rooms below `src`, one sentence each. */
export function checkRooms(root?: string): string[]
