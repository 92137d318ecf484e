import { LogExplorerElement } from './widget/LogExplorerElement.tsx'

if (!customElements.get('log-explorer')) customElements.define('log-explorer', LogExplorerElement)

export { LogExplorerElement }
