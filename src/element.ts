import { LogExplorerElement } from './widget/element/LogExplorerElement.tsx'

if (!customElements.get('log-explorer')) customElements.define('log-explorer', LogExplorerElement)

/** The built script defines the element and exports nothing: the class is `customElements.get('log-explorer')`. */
export type { LogExplorerElement }

declare global {
  interface HTMLElementTagNameMap {
    'log-explorer': LogExplorerElement
  }
}
