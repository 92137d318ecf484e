export { embedLogExplorer } from './widget/embed/embedLogExplorer.ts'
export type { EmbeddedLogExplorer, EmbedLogExplorerOptions } from './widget/embed/embedLogExplorer.ts'
export type { EmbeddedLog, EmbedOptions, EmbedReports } from './widget/embed/EmbedMessage.ts'
