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

/** A history entry at the same address, added while something covers the page, so that Back closes it. */
interface Step {
  readonly id: number
  /** The fragment of the entry before it. */
  readonly below: string
  /** The fragment that the store knew then. */
  readonly address: string
  /** `undefined` once the step is being left by `uncover`. */
  onBack: (() => void) | undefined
}

/** Follows the page's URL fragment, and writes to it. */
export class LinkStore {
  #address = readHash()
  #snapshot: LinkSnapshot = { text: this.#address, key: 0 }
  #step: Step | undefined
  #stopListening: (() => void) | undefined
  /** Called when the step that was just closed is gone: something covers the page again. */
  #coverAgain: (() => void) | undefined
  readonly #listeners = new Listeners(() => {
    addEventListener('hashchange', this.#onNavigate)
    addEventListener('popstate', this.#onNavigate)
    return () => {
      removeEventListener('hashchange', this.#onNavigate)
      removeEventListener('popstate', this.#onNavigate)
    }
  })
  readonly subscribe = this.#listeners.add

  readonly getStatus = (): LinkSnapshot => this.#snapshot

  /** Sets the URL fragment, as a new history entry or replacing the current one. */
  readonly write = (text: string, as: 'push' | 'replace'): void => {
    if (text === this.#address) return
    // A new query takes the step of the form or log that it was run from.
    const current = readStep()
    const isOwn = this.#step !== undefined && current === this.#step.id
    const takesStep = as === 'push' && (isOwn || isLeftOver(current))
    const method = as === 'push' && !takesStep ? 'pushState' : 'replaceState'
    try {
      history[method](stateAt(text, as === 'push' ? undefined : current), '', text)
    } catch {
      // Sandboxed frames and rate limits may refuse: only the URL is not updated then.
      return
    }
    this.#address = readHash()
    if (takesStep) this.forgetStep()
  }

  /** Navigates to a link. */
  open(text: string): void {
    this.write(text, 'push')
    this.#follow(text)
  }

  /** Adds a step for what covers the page, unless there is one. Going back from it calls `onBack`. */
  cover(onBack: () => void): void {
    if (!this.#step) this.#addStep(onBack)
    else if (this.#step.onBack) this.#step.onBack = onBack
    else this.#coverAgain = () => this.#addStep(onBack)
  }

  /** Goes back from the step, if there is one. */
  uncover(): void {
    this.#coverAgain = undefined
    if (!this.#step?.onBack) return
    this.#step.onBack = undefined
    if (readStep() === this.#step.id) history.back()
    else this.forgetStep()
  }

  /** Forgets the step. The history stays as it is, and `onBack` is not called. */
  readonly forgetStep = (): void => {
    if (this.#step) ownSteps.delete(this.#step.id)
    this.#step = undefined
    this.#stopListening?.()
  }

  #addStep(onBack: () => void): void {
    const method = isLeftOver(readStep()) ? 'replaceState' : 'pushState'
    const step = { id: Math.random(), below: readHash(), address: this.#address, onBack }
    this.#step = step
    ownSteps.add(step.id)
    this.#stopListening = this.#listeners.add(() => {})
    try {
      history[method](stateAt(step.below, step.id), '')
    } catch {
      // Refused, as in `write`: Back leaves the query.
    }
  }

  readonly #onNavigate = (): void => {
    if (this.#step && readStep() !== this.#step.id) this.#leaveStep(this.#step)
    if (readHash() === this.#address) return
    this.#address = readHash()
    this.#follow(this.#address)
  }

  /** The user went back from the step. */
  #leaveStep({ below, address, onBack }: Step): void {
    this.forgetStep()
    // A view that was changed meanwhile stays.
    if (this.#address !== address && readHash() === below)
      history.replaceState(stateAt(this.#address, readStep()), '', this.#address)
    onBack?.()
    this.#coverAgain?.()
    this.#coverAgain = undefined
  }

  #follow(text: string): void {
    this.#snapshot = { text, key: this.#snapshot.key + 1 }
    this.#listeners.notify()
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
