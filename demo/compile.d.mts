/** The text of each artifact, by the name of its contract. */
export function compile(): Promise<Map<string, string>>
