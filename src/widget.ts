export type { KnownContract } from './components/FilterBuilder/draft/KnownContract.ts'
export type { ExplorerAbi } from './widget/session/ExplorerAbi.ts'
export { LogExplorer } from './widget/LogExplorer.tsx'
export type { LogExplorerProps } from './widget/LogExplorer.tsx'
