interface RequestState {
  readonly isFetching: boolean
  readonly error: Error | null | undefined
  readonly data: unknown
}

/** The status of something that is read on request. */
export function requestStatus({ isFetching, error, data }: RequestState) {
  if (isFetching) return 'loading'
  if (error) return 'error'
  return data === undefined ? 'idle' : 'success'
}
