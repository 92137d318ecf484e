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
  /** Called when the entry of a step that was just closed is gone: something covers the page again. */
  let coverAgain: (() => void) | undefined
  const forgetStep = () => {
    if (step) ownSteps.delete(step.id)
    step = undefined
    stopListening?.()
  }
  const addStep = (onBack: () => void) => {
    const replaces = isLeftOver(readStep())
    step = { id: Math.random(), below: readHash(), address, onBack }
    ownSteps.add(step.id)
    stopListening = listeners.add(() => {})
    try {
      history[replaces ? 'replaceState' : 'pushState'](stateAt(readHash(), step.id), '')
    } catch {
      // Refused, as below: Back leaves the query.
    }
  }
  const onNavigate = () => {
    if (step && readStep() !== step.id) {
      const { below, address: known, onBack } = step
      forgetStep()
      // A view that was changed meanwhile stays.
      if (address !== known && readHash() === below)
        history.replaceState(stateAt(address, readStep()), '', address)
      onBack?.()
      coverAgain?.()
      coverAgain = undefined
    }
    if (readHash() === address) return
    address = readHash()
    follow(address)
  }
  const write = (text: string, as: 'push' | 'replace') => {
    if (text === address) return
    // A new query takes the step of the form or log that it was run from.
    const current = readStep()
    const takesStep = as === 'push' && (isLeftOver(current) || (step !== undefined && current === step.id))
    const kept = as === 'push' ? undefined : current
    try {
      history[as === 'push' && !takesStep ? 'pushState' : 'replaceState'](stateAt(text, kept), '', text)
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
      if (!step) addStep(onBack)
      else if (step.onBack) step.onBack = onBack
      else coverAgain = () => addStep(onBack)
    },
    /** Goes back from the entry, if there is one. */
    uncover() {
      coverAgain = undefined
      if (!step?.onBack) return
      step.onBack = undefined
      if (readStep() === step.id) history.back()
      else forgetStep()
    },
    forgetStep,
  }
}

const stepKey = 'topic0-step'
/** The steps of the explorers on this page. */
const ownSteps = new Set<unknown>()

/** Whether a step is of an explorer that is gone, as after a reload. */
const isLeftOver = (id: unknown): boolean => id !== undefined && !ownSteps.has(id)

/** The step that the current history entry is, if any. */
function readStep(): unknown {
  const state: unknown = history.state
  return isObject(state) ? state[stepKey] : undefined
}

/** The state of the current history entry, which is the page's, for an entry at a fragment. */
function stateAt(text: string, step?: unknown): unknown {
  const state: unknown = history.state
  // Next's App Router ignores addresses that are written with its own mark, and later restores the one it knows.
  const { __NA: _mark, ...page } = isObject(state) ? state : {}
  // Next's Pages Router restores the address that it noted in an entry.
  if (page.__N) page.as = location.pathname + location.search + text
  return { ...page, [stepKey]: step }
}

function readHash(): string {
  return typeof location === 'undefined' ? '' : location.hash
}
