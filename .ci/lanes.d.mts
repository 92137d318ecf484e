export function runInLanes<Job extends { readonly lanes: number }, Result>(
  jobs: readonly Job[],
  lanes: number,
  start: (job: Job) => Promise<Result>,
): Promise<Result[]>
