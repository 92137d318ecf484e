import { Listeners } from '../../base/Listeners.ts'
import { isObject } from '../../base/unknownJson.ts'

/** The URL fragment, with a counter of navigations. */
export interface LinkSnapshot {
  readonly text: string
  /** Changes with each link that is opened, also by going back; not with what the explorer writes itself. */
  readonly key: number
}

/** On a server and during hydration. */
export const notRead: LinkSnapshot = { text: '', key: -1 }

export type LinkStore = ReturnType<typeof createLinkStore>

/** A history entry of its own, at the same address, for what covers the page. */
interface Step {
  readonly id: number
  /** The fragment below it. */
  readonly below: string
  /** What was known as the address then. */
  readonly address: string
  onBack: (() => void) | undefined
}

/** Follows the page's address, and writes to it. */
export function createLinkStore() {
  let address = readHash()
  let snapshot: LinkSnapshot = { text: address, key: 0 }
  const listeners = new Listeners(() => {
    addEventListener('hashchange', onNavigate)
    addEventListener('popstate', onNavigate)
    return () => {
      removeEventListener('hashchange', onNavigate)
      removeEventListener('popstate', onNavigate)
    }
  })
  const follow = (text: string) => {
    snapshot = { text, key: snapshot.key + 1 }
    listeners.notify()
  }
  let step: Step | undefined
  let stopListening: (() => void) | undefined
  const forgetStep = () => {
    step = undefined
    stopListening?.()
  }
  const onNavigate = () => {
    if (step && readStep() !== step.id) {
      const { below, address: known, onBack } = step
      forgetStep()
      // A view that was changed meanwhile stays.
      if (address !== known && readHash() === below) history.replaceState(history.state, '', address)
      onBack?.()
    }
    if (readHash() === address) return
    address = readHash()
    follow(address)
  }
  const write = (text: string, as: 'push' | 'replace') => {
    if (text === address) return
    // A new query takes the step of the form or log that it was run from.
    const takesStep = as === 'push' && readStep() !== undefined
    const state: unknown = takesStep ? withStep(undefined) : history.state
    try {
      history[as === 'push' && !takesStep ? 'pushState' : 'replaceState'](state, '', text)
    } catch {
      // Sandboxed frames and rate limits may refuse: only the URL is not updated then.
      return
    }
    address = readHash()
    if (takesStep) forgetStep()
  }
  return {
    getStatus: () => snapshot,
    subscribe: listeners.add,
    /** Sets the URL fragment, as a new history entry or replacing the current one. */
    write,
    /** Navigates to a link. */
    open(text: string) {
      write(text, 'push')
      follow(text)
    },
    /** Adds a history entry for what covers the page, unless it has one. Going back from it calls `onBack`. */
    cover(onBack: () => void) {
      if (step) {
        if (step.onBack) step.onBack = onBack
        return
      }
      step = { id: Math.random(), below: readHash(), address, onBack }
      stopListening = listeners.add(() => {})
      try {
        history.pushState(withStep(step.id), '')
      } catch {
        // Refused, as above: Back leaves the query.
      }
    },
    /** Goes back from the entry, if there is one. */
    uncover() {
      if (!step?.onBack) return
      step.onBack = undefined
      if (readStep() === step.id) history.back()
      else forgetStep()
    },
    forgetStep,
  }
}

const stepKey = 'topic0-step'

/** The step that the current history entry is, if any. */
function readStep(): unknown {
  const state: unknown = history.state
  return isObject(state) ? state[stepKey] : undefined
}

/** The state of the current history entry, which may be the page's, with a step. */
function withStep(id: number | undefined): unknown {
  const state: unknown = history.state
  return { ...(isObject(state) && state), [stepKey]: id }
}

function readHash(): string {
  return typeof location === 'undefined' ? '' : location.hash
}
