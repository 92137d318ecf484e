import {
  LogExplorerElement,
  type LogExplorerElementProperties,
} from './widget/element/LogExplorerElement.tsx'
import type { LogExplorerElementAttributes } from './widget/element/LogExplorerElementAttributes.ts'
import type { LogExplorerElementEventMap } from './widget/element/LogExplorerElementEventMap.ts'

if (!customElements.get('log-explorer')) customElements.define('log-explorer', LogExplorerElement)

/** The built script defines the element and exports nothing: the class is `customElements.get('log-explorer')`. */
export type {
  LogExplorerElement,
  LogExplorerElementAttributes,
  LogExplorerElementEventMap,
  LogExplorerElementProperties,
}

declare global {
  interface HTMLElementTagNameMap {
    'log-explorer': LogExplorerElement
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'log-explorer': LogExplorerElementAttributes
    }
  }
}
