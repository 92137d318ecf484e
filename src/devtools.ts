// `React.lazy` takes modules with a default export.
// oxlint-disable-next-line import/no-default-export
export { LogsDevtools, LogsDevtools as default } from './devtools/LogsDevtools.tsx'
export type { LogsDevtoolsProps } from './devtools/LogsDevtools.tsx'
