import type { DataTag, QueryKey, UnusedSkipTokenOptions } from '@tanstack/react-query'

/**
 * What react-query's `queryOptions` gives back, in the names that react-query exports: left to inference, declarations
 * would import from a package that users of this one do not have.
 */
export type TaggedQueryOptions<queryFnData, data, key extends QueryKey> = UnusedSkipTokenOptions<
  queryFnData,
  Error,
  data,
  key
> & { queryKey: DataTag<key, queryFnData, Error> }
